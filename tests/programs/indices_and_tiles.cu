// threadIdx and its kin used as objects, and shared memory in every shape: unions, structs, references and pointers to arrays, arrays of
// inner scopes, of functions that are not inlined and of template instances.
#include <cstdio>
#include <type_traits>
#include <utility>

__device__ unsigned by_ref(const unsigned &v) { return v; }
template <class T>
__device__ unsigned forwarded(T &&v) { return static_cast<unsigned>(std::forward<T>(v)); }
__device__ unsigned linear(const uint3 &t, const dim3 &b) { return (t.z * b.y + t.y) * b.x + t.x; }
__device__ unsigned linear_copy(uint3 t, dim3 b) { return (t.z * b.y + t.y) * b.x + t.x; }
struct Id {
  unsigned x, y, z;
  __device__ Id(const uint3 &t) : x(t.x), y(t.y), z(t.z) {}
};

__global__ void indices(unsigned *out, unsigned n) {
  static_assert(std::is_convertible<decltype(threadIdx.x), unsigned>::value, "");
  const uint3 t = threadIdx;
  dim3 b = blockDim, g(gridDim), as_dim(threadIdx);
  uint3 bi{blockIdx.x, blockIdx.y, blockIdx.z};
  const auto &rt = threadIdx;
  const auto x = threadIdx.x;
  auto lambda = [&] { return threadIdx.x + blockDim.x * rt.y; };
  Id id(threadIdx);
  unsigned per = blockDim.x * blockDim.y * blockDim.z, l = linear(threadIdx, blockDim), at = linear(blockIdx, gridDim) * per + l;
  int list[] = {(int)threadIdx.x, (int)threadIdx.y};
  unsigned ok = by_ref(threadIdx.x) == x && forwarded(threadIdx.y) == t.y && linear_copy(t, b) == l && lambda() == t.x + b.x * t.y;
  ok &= min(threadIdx.x, n) == (x < n ? x : n) && list[1] == (int)t.y && as_dim.x == x && id.z == threadIdx.z && g.x == gridDim.x && bi.y == blockIdx.y;
  switch (threadIdx.x) {
    case 0: ok &= !threadIdx.x; break;
    default: ok &= threadIdx.x >= 1;
  }
  for (auto i = threadIdx.x; i < n; i += blockDim.x) ok &= i % blockDim.x == x;
  auto pair = std::make_pair(threadIdx.x, blockIdx.y);
  ok &= pair.first == x && (threadIdx.x ? threadIdx.y : threadIdx.z) == (x ? t.y : t.z);
  out[at] = ok ? at : ~0u;
}

struct Cell {
  short h;
  char c[2];
  float v;
};
template <int N, int M>
__device__ float row_sum(const float (&t)[N][M], int r) {
  float s = 0;
  for (const float &v : t[r]) s += v;
  return s;
}
__device__ __noinline__ float mirrored(float v) {
  __shared__ float own[64];
  own[threadIdx.x] = v;
  __syncthreads();
  float r = own[63 - threadIdx.x];
  __syncthreads();
  return r;
}
template <class T>
__device__ T rotated(T v) {
  __shared__ T own[64];
  own[threadIdx.x] = v;
  __syncthreads();
  T r = own[(threadIdx.x + 1) % 64];
  __syncthreads();
  return r;
}

__global__ void tiles(int *right) {
  __shared__ union {
    float f[64];
    int i[64];
    unsigned char b[256];
  } u;
  __shared__ struct {
    int count;
    float (*rows)[33];
    Cell cells[64];
  } s;
  __shared__ float tile[2][32][33];
  const int t = threadIdx.x, next = (t + 1) % 64;
  u.f[t] = 1.5f;
  __syncthreads();
  int n = (u.i[63 - t] == __float_as_int(1.5f)) + (u.b[4 * t + 3] == 0x3f);
  if (t == 0) s.count = 5, s.rows = tile[1];
  auto &half = tile[t / 32];
  for (int r = 0; r < 32; ++r) half[r][t % 32] = r;
  if (t % 32 == 0)
    for (auto &row : half) row[32] = 0;
  s.cells[t] = Cell{short(t), {'a', char(t)}, t * .5f};
  __syncthreads();
  float(*p)[33] = tile[0];
  ++p;
  n += s.rows[3][t % 32] == 3 && row_sum(tile[0], t % 32) == 32 * (t % 32);
  n += (*p)[t % 32] == 1 && p[-1][5] == 0;
  Cell c = s.cells[(t + 7) % 64];
  n += c.h == (t + 7) % 64 && c.c[1] == char(c.h) && c.v == c.h * .5f && s.count == 5;
  for (int k = 0; k < 3; ++k) {
    __shared__ int inner[64];
    inner[t] = k + t;
    __syncthreads();
    n += inner[next] == k + next;
    __syncthreads();
  }
  n += mirrored(t) == 63 - t && mirrored(2.f * t) == 2 * (63 - t);
  n += rotated<char>(t) == next && rotated<double>(t) == next && rotated(make_float3(t, 0, -t)).z == -next;
  right[t] = n;
}

int main() {
  unsigned n = 12 * 60, *ranks;
  int *right, bad = 0;
  cudaMallocManaged(&ranks, n * sizeof(unsigned));
  cudaMallocManaged(&right, 64 * sizeof(int));
  indices<<<dim3(3, 2, 2), dim3{5, 3, 4}>>>(ranks, 11);
  tiles<<<1, 64>>>(right);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (unsigned i = 0; i < n; ++i) bad += ranks[i] != i;
  for (int t = 0; t < 64; ++t) bad += right[t] != 10;
  printf("wrong: %d\n", bad);
  cudaFree(ranks);
  cudaFree(right);
  return bad != 0;
}
