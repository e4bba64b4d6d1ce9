// Every atomic function on every type, in global and shared memory, with block and system scope, and their returned values.
#include <cstdio>
#include <cstring>

typedef unsigned long long ull;

__global__ void integers(int *i, unsigned *u, ull *l, long long *sl) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&i[0], t);
  atomicSub(&i[1], 1);
  atomicMin(&i[2], 500 - t);
  atomicMax(&i[3], t - 100);
  atomicAnd(&i[4], ~(1 << (t % 31)));
  atomicOr(&i[5], 1 << (t % 20));
  atomicXor(&i[6], t);
  atomicAdd(&u[0], (unsigned)t);
  atomicSub(&u[1], 3u);
  atomicMin(&u[2], 4000000000u - t);
  atomicMax(&u[3], 3000000000u + t);
  atomicInc(&u[4], 6);
  atomicDec(&u[5], 100);
  atomicAnd(&u[6], 0xf0f0f0f0u | t);
  atomicOr(&u[7], (unsigned)t);
  atomicXor(&u[8], 1u << (t & 31));
  atomicAdd(&l[0], 1ull << 33);
  atomicMin(&l[1], (1ull << 50) - t);
  atomicMax(&l[2], (1ull << 40) + t);
  atomicAnd(&l[3], ~(1ull << (t % 64)));
  atomicOr(&l[4], 1ull << (t % 64));
  atomicXor(&l[5], (ull)t << 32);
  atomicMin(&sl[0], (long long)-t);
  atomicMax(&sl[1], -1000000000000ll + t);
  atomicAdd_system(&i[8], 2);
  if (blockIdx.x == gridDim.x - 1) {  // what one block's threads share
    atomicAdd_block(&i[7], 3);
    atomicMax_block(&u[9], (unsigned)t);
  }
}
__global__ void floats(float *f, double *d) {
  int t = threadIdx.x;
  atomicAdd(&f[0], 0.5f);
  atomicAdd(&d[0], 0.25);
  atomicAdd(f + 1, -1.0f * t);
  float old = atomicExch(&f[2 + t], (float)t);
  if (old != 7.0f) atomicAdd(&f[1], 1e9f);
}
__global__ void returned(int *seen, int *next, unsigned *ring, int *cas, ull *ticket) {
  int mine = atomicAdd(next, 1);
  atomicAdd(&seen[mine], 1);
  unsigned slot = atomicInc(ring, 15);
  atomicAdd(&seen[512 + slot], 1);
  if (atomicCAS(cas, -1, (int)threadIdx.x) == -1) atomicAdd(cas + 1, 1);
  ull a = atomicAdd(ticket, 5ull);
  if (a % 5) atomicAdd(cas + 1, 1000);
  atomicExch(cas + 2, 42);
  if (atomicCAS((ull *)(cas + 4), 0ull, 0x500000006ull) == 0) atomicAdd(cas + 3, 1);
}
__global__ void in_shared(int *out) {
  __shared__ int i[4];
  __shared__ unsigned u[2];
  __shared__ ull l;
  __shared__ float f;
  __shared__ double d;
  if (threadIdx.x == 0) i[0] = i[1] = 0, i[2] = 1 << 30, i[3] = 0, u[0] = 0, u[1] = ~0u, l = 0, f = 0, d = 0;
  __syncthreads();
  int t = threadIdx.x;
  atomicAdd(&i[0], t);
  atomicMax(&i[1], t * 3 % 200);
  atomicMin(&i[2], 1000 - t);
  atomicXor(&i[3], t * 7);
  atomicInc(&u[0], 9);
  atomicAnd(&u[1], ~(1u << (t % 8)));
  atomicAdd(&l, (ull)t << 20);
  atomicAdd(&f, 1.0f);
  atomicAdd(&d, 2.0);
  __syncthreads();
  if (t == 0) {
    int k = 0;
    for (int v : i) out[k++] = v;
    out[k++] = u[0], out[k++] = u[1], out[k++] = (int)(l >> 20), out[k++] = (int)f, out[k++] = (int)d;
  }
}
__device__ unsigned short cas16_sum(unsigned short *p, unsigned short v) {
  unsigned short old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, (unsigned short)(assumed + v));
  } while (old != assumed);
  return old;
}
__global__ void narrow(unsigned short *p) { cas16_sum(p + threadIdx.x % 2, 3); }
// A byte by way of the word around it.
__device__ unsigned char atomicAddByte(unsigned char *address, unsigned char v) {
  size_t offset = (size_t)address & 3;
  unsigned *word = (unsigned *)(address - offset);
  unsigned old = *word, assumed, replaced;
  do {
    assumed = old;
    unsigned char b = (unsigned char)(assumed >> (8 * offset)) + v;
    replaced = (assumed & ~(0xffu << (8 * offset))) | ((unsigned)b << (8 * offset));
    old = atomicCAS(word, assumed, replaced);
  } while (old != assumed);
  return (unsigned char)(old >> (8 * offset));
}
__global__ void bytes(unsigned char *b) { atomicAddByte(b + threadIdx.x % 6, 1); }

template <typename T>
T *filled(int n, T v) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = v;
  return p;
}
int main() {
  int *i = filled<int>(9, 0);
  unsigned *u = filled<unsigned>(10, 0);
  ull *l = filled<ull>(6, 0);
  long long *sl = filled<long long>(2, 0);
  i[2] = 1000, i[4] = -1, u[2] = ~0u, u[6] = ~0u, l[1] = ~0ull, l[3] = ~0ull, sl[1] = -5000000000000ll;
  integers<<<3, 100>>>(i, u, l, sl);
  cudaDeviceSynchronize();
  for (int k = 0; k < 9; ++k) printf("%d ", i[k]);
  printf("\n");
  for (int k = 0; k < 10; ++k) printf("%u ", u[k]);
  printf("\n");
  for (int k = 0; k < 6; ++k) printf("%llx ", l[k]);
  printf("%lld %lld\n", sl[0], sl[1]);
  float *f = filled<float>(130, 7.0f);
  double *d = filled<double>(1, 1.0);
  f[0] = f[1] = 0;
  floats<<<1, 128>>>(f, d);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", f[0], f[1], f[129], d[0]);
  int *seen = filled<int>(1024, 0), *next = filled<int>(1, 0), *cas = filled<int>(8, 0);
  unsigned *ring = filled<unsigned>(1, 0);
  ull *ticket = filled<ull>(1, 0);
  cas[0] = -1;
  returned<<<4, 64>>>(seen, next, ring, cas, ticket);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int k = 0; k < 256; ++k) bad += seen[k] != 1;
  for (int k = 0; k < 16; ++k) bad += seen[512 + k] != 16;
  printf("%d wrong, %d %d %d %llu %llx\n", bad, cas[1], cas[2], cas[3], *ticket, *(ull *)(cas + 4));
  in_shared<<<1, 192>>>(i);
  cudaDeviceSynchronize();
  for (int k = 0; k < 9; ++k) printf("%d ", i[k]);
  printf("\n");
  unsigned short *s = filled<unsigned short>(2, 10);
  unsigned char *b = filled<unsigned char>(8, 250);
  narrow<<<1, 64>>>(s);
  bytes<<<1, 48>>>(b);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", s[0], s[1], b[0], b[5], b[6]);
  cudaDeviceReset();
}
