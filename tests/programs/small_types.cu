// Characters, shorts, 64-bit integers, bit-fields, unions, vector types and reinterpreted loads.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct Packed {
  unsigned a : 3;
  unsigned b : 13;
  signed c : 8;
  unsigned long long d : 40;
};
union Word {
  float f;
  unsigned u;
  unsigned char bytes[4];
  struct { short lo, hi; } halves;
};
struct __align__(16) Particle {
  float x, y, z;
  int id;
};
struct alignas(8) Pair {
  short a;
  char b;
};
#pragma pack(push, 1)
struct Tight {
  char tag;
  char rest[7];
};
#pragma pack(pop)

__global__ void bytes(const unsigned char* in, char* out, signed char* flipped, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned char v = in[i];
    out[i] = (v >= 'a' && v <= 'z') ? v - 32 : v;
    flipped[i] = (signed char)~v;
  }
}
__global__ void shorts(const int16_t* in, uint16_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (uint16_t)(in[i] * 3 + (in[i] >> 2)) ^ 0x55u;
}
__global__ void longs(const int64_t* in, uint64_t* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int64_t v = in[i];
    out[i] = (uint64_t)(v / 7) * 31u + (uint64_t)(v % 1000003) + ((uint64_t)v >> 5) + (v << 3);
  }
}
__global__ void fields(Packed* p, Word* w, Pair* pairs, Tight* tights) {
  int i = threadIdx.x;
  Packed q;
  memset(&q, 0, sizeof q);
  q.a = i;
  q.b = i * 100;
  q.c = -i;
  q.d = (1ull << 39) + i;
  p[i] = q;
  Word v;
  v.f = i + 0.5f;
  v.halves.hi ^= 0x8000;
  w[i] = v;
  pairs[i] = Pair{(short)(i * -7), (char)('A' + i % 26)};
  tights[i].tag = 'x';
  for (int k = 0; k < 7; ++k) tights[i].rest[k] = (char)(i + k);
}
__global__ void copy_float4(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i == 0)
    for (int k = n / 4 * 4; k < n; ++k) out[k] = in[k];
}
#define FLOAT4(value) (reinterpret_cast<float4*>(&(value))[0])
#define INT2(value) (*(int2*)(&(value)))
__global__ void vectors(float* f, int* v, uchar4* pixels, double2* d, short4* s, longlong2* l, ulonglong4* u) {
  int i = threadIdx.x;
  float4 q = FLOAT4(f[4 * i]);
  q.x += q.w, q.y *= 2, q.z -= 1, q.w = 0;
  FLOAT4(f[4 * i]) = q;
  int2 t = INT2(v[2 * i]);
  INT2(v[2 * i]) = make_int2(t.y, t.x);
  uchar4 p = pixels[i];
  pixels[i] = make_uchar4(p.w, p.z, p.y, (unsigned char)(p.x + 200));
  d[i] = make_double2(i * 0.25, -i);
  s[i] = make_short4(i, -i, i * i, 1);
  l[i] = make_longlong2((long long)i << 40, -i);
  ulonglong4 wide;
  wide.x = wide.y = wide.z = i;
  wide.w = ~0ull;
  u[i] = wide;
  float3 three = make_float3(i, 2 * i, 3 * i);
  f[4 * i + 3] = three.x + three.y + three.z;
}
__global__ void particles(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle q = p[i];
  q.x += 1.f;
  q.id = -q.id;
  p[i] = q;
}

template <typename T>
T* managed(size_t n) {
  T* p;
  cudaMallocManaged((void**)&p, n * sizeof(T));
  memset((void*)p, 0, n * sizeof(T));
  return p;
}
static unsigned long long fold(const void* p, size_t bytes) {
  const unsigned char* c = (const unsigned char*)p;
  unsigned long long h = 1469598103934665603ull;
  for (size_t i = 0; i < bytes; ++i) h = (h ^ c[i]) * 1099511628211ull;
  return h;
}

int main() {
  const int n = 1003;
  auto* text = managed<unsigned char>(n);
  auto* upper = managed<char>(n);
  auto* flipped = managed<signed char>(n);
  for (int i = 0; i < n; ++i) text[i] = (unsigned char)(i * 7);
  bytes<<<(n + 255) / 256, 256>>>(text, upper, flipped, n);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) {
    unsigned char v = text[i];
    bad += upper[i] != (char)((v >= 'a' && v <= 'z') ? v - 32 : v) || flipped[i] != (signed char)~v;
  }
  printf("bytes: %d wrong\n", bad);
  auto* in16 = managed<int16_t>(n);
  auto* out16 = managed<uint16_t>(n);
  for (int i = 0; i < n; ++i) in16[i] = (int16_t)(i * 97 - 30000);
  shorts<<<(n + 255) / 256, 256>>>(in16, out16, n);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += out16[i] != (uint16_t)((uint16_t)(in16[i] * 3 + (in16[i] >> 2)) ^ 0x55u);
  printf("shorts: %d wrong\n", bad);
  auto* in64 = managed<int64_t>(n);
  auto* out64 = managed<uint64_t>(n);
  for (int i = 0; i < n; ++i) in64[i] = (i - 500) * 123456789012345ll;
  longs<<<(n + 255) / 256, 256>>>(in64, out64, n);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) {
    int64_t v = in64[i];
    bad += out64[i] != (uint64_t)(v / 7) * 31u + (uint64_t)(v % 1000003) + ((uint64_t)v >> 5) + ((uint64_t)v << 3);
  }
  printf("longs: %d wrong\n", bad);

  auto* packed = managed<Packed>(32);
  auto* words = managed<Word>(32);
  auto* pairs = managed<Pair>(32);
  auto* tights = managed<Tight>(32);
  fields<<<1, 32>>>(packed, words, pairs, tights);
  cudaDeviceSynchronize();
  printf("%u %u %d %llu | %g | %d %c | %zu %zu %zu %zu | %d\n", packed[13].a, packed[13].b, packed[13].c,
         (unsigned long long)packed[13].d, words[9].f, pairs[5].a, pairs[27].b, sizeof(Packed), sizeof(Particle), sizeof(Pair),
         sizeof(Tight), tights[20].rest[6]);

  auto* f = managed<float>(n);
  auto* g = managed<float>(n);
  for (int i = 0; i < n; ++i) f[i] = i * 0.5f;
  copy_float4<<<2, 128>>>(f, g, n);
  cudaDeviceSynchronize();
  printf("float4 copy: %d\n", memcmp(f, g, n * sizeof(float)));
  auto* v = managed<int>(64);
  auto* pixels = managed<uchar4>(32);
  auto* d = managed<double2>(32);
  auto* s = managed<short4>(32);
  auto* l = managed<longlong2>(32);
  auto* u = managed<ulonglong4>(32);
  for (int i = 0; i < 64; ++i) v[i] = i;
  for (int i = 0; i < 32; ++i) pixels[i] = {(unsigned char)i, 2, 3, 4};
  vectors<<<1, 32>>>(f, v, pixels, d, s, l, u);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %d %d %d %g %d %lld %llu\n", f[40], f[41], f[42], f[43], v[10], pixels[30].x, pixels[30].w, d[7].x, s[9].z,
         l[3].x, u[2].w);
  auto* p = managed<Particle>(n);
  for (int i = 0; i < n; ++i) p[i] = {i * 1.f, 0, 0, i};
  particles<<<8, 128>>>(p, n);
  cudaDeviceSynchronize();
  printf("%g %d\n", p[1000].x, p[1002].id);
  printf("%llx\n", fold(out64, n * sizeof(uint64_t)));
  cudaDeviceReset();
}
