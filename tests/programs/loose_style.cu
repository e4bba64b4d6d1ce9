// What nvcc and g++ let pass: narrowing in braces, register, literals glued to macros, integers given to maths functions, string
// tables, large switches, printf and assert on both sides, unusual launches, large parameters.
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>
#include <vector>

#define N (1 << 8)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define min3(a, b, c) min(min(a, b), c)
#define iDivUp(a, b) (((a) % (b) != 0) ? ((a) / (b) + 1) : ((a) / (b)))
#ifndef MAX
#define MAX(x, y) ((x > y) ? x : y)
#endif

typedef unsigned int uint;
typedef unsigned char uchar;
typedef struct point_s {
  float x, y;
} point_t;

inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ void operator+=(float4 &a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __device__ __host__ float lerp(float a, float b, float t) { return a + t * (b - a); }
inline __device__ __host__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __device__ __host__ int clamp(int f, int a, int b) { return max(a, min(f, b)); }
template <typename T>
__host__ __device__ void swap(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}
template <class T>
__device__ T sign(T v) { return v > T(0) ? T(1) : v < T(0) ? T(-1) : T(0); }

__device__ const char *const names[] = {"zero", "one", "two", "three"};
__constant__ char word[] = "constant";
struct Entry {
  const char *name;
  int value;
  const int *link;
};
__device__ int linked[2] = {11, 22};
__device__ Entry entries[] = {{"a", 1, &linked[0]}, {"b", 2, linked + 1}};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double *a, double b) { return b; }
#endif

__host__ __device__ int check(int v) {
  assert(v >= 0);
  if (v == 123456) printf("both sides %d\n", v);
  return v;
}
__device__ int decode(int op, int a, int b) {
  switch (op) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return b ? a / b : 0;
    case 4: return b ? a % b : 0;
    case 5: return a & b;
    case 6: return a | b;
    case 7: return a ^ b;
    case 8: return a << (b & 31);
    case 9: return a >> (b & 31);
    case 10: return ~a;
    case 11: return -a;
    case 12: return !a;
    case 13: return a < b;
    case 14: return a > b;
    case 15: return a == b;
    case 16: return a && b;
    case 17: return a || b;
    case 18: return min(a, b);
    case 19: return max(a, b);
    case 40: return 40;
    default: return -1;
  }
}
__global__ void maths_of_integers(double *out, int n, unsigned u, long l, short s, float f) {
  int k = 0;
  out[k++] = sqrt(n) + sqrt(u) + sqrt((float)l);
  out[k++] = pow(n, 2) + pow(2, n) + pow(f, 2) + pow(2.0, n) + pow(f, 2.0) + powf(n, 2) + std::pow(f, 3) + std::pow(2.0f, n);
  out[k++] = exp(0) + log(1) + floor(n / 2) + ceil(n / 2.0) + ceil((float)n / 2) + round(n);
  out[k++] = fabs(-n) + abs(-n) + abs(-f) + abs(-2.5) + abs(-l) + fabsf(-f) + std::abs(-f) + labs(l) + abs((int)s);
  out[k++] = max(n, 3) + max(u, 3u) + max(f, 2.0f) + max(f, 2.0) + max((double)n, f) + max(l, 3L) + fmax(f, n) + fmin(2, f) + fmaxf(n, 2);
  out[k++] = atan2(1.0, n) * 0 + fmod(7, 4) + fmod(f, 2) + hypot(3, 4) + cos(0) + sin(0) + tan(0) + cbrt(27);
  out[k++] = isnan(f) + isinf((double)f) + isfinite(f) + signbit(-f) + std::isnan(f) + std::floor(f) + std::max(n, 5) + std::min(f, 1.0f);
  out[k++] = (int)sqrtf(16) + (n % 3) + trunc(2.7) + rint(2.5f) + lround(2.5) + lroundf(2.4f) + nearbyint(3.5) + ldexp(1.0, n) + scalbn(1.0f, 2);
  out[k++] = sign(-f) + sign(n) + lerp(0, 10, 0.5) + clamp(n, 0, 3) + clamp(f, 0.0f, 1.0f) + MAX(n, 2) + MIN(n, 2) + min3(n, 2, 9);
}
__global__ void odds_and_ends(int *out, const uint3 where) {
  register int r = threadIdx.x;
  const static float local_table[] = {1.f, 2.f, 3.f};
  static const int more[3] = {10, 20, 30};
  uint3 t = threadIdx;
  dim3 d = blockDim;
  const dim3 &g = gridDim;
  int i = t.x + d.x * where.y, k = 0, total = 0;
  const char *s = names[(r + i) % 4];
  while (s[k]) k++;
  _Pragma("unroll") for (int j = 0; j < 3; ++j) total += (int)local_table[j] * more[j];
#pragma unroll(2)
  for (int j = 0; j < k; j++) total += word[j];
#pragma nounroll
  for (int j = 0; j < 2; j++) total += entries[j].value * *entries[j].link + entries[j].name[0];
  int op = 0;
again:
  total += decode(op, i + 5, 3);
  if (++op < 42) goto again;
  do {
    total--;
  } while (total % 7);
  swap(total, r);
  float4 acc = {0, 0, 0, 0};
  acc += make_float4(1, 2, 3, 4);
  float3 v = 2.0f * make_float3(1, 2, 3) + float3{1, 1, 1};
  out[threadIdx.x] = check(r) + (int)(acc.w + dot(v, v)) + g.x;
}
struct Big {
  float values[900];
  int n;
};
__global__ void large_parameter(const Big big, float *out) {
  float s = 0;
  for (int i = threadIdx.x; i < big.n; i += blockDim.x) s += big.values[i];
  atomicAdd(out, s);
}
class Simulation {
  int *data_ = nullptr;
  int n_;

 public:
  explicit Simulation(int n);
  ~Simulation() { cudaFree(data_); }
  void step();
  std::vector<int> result() const;
};
__global__ static void step_kernel(int *p, int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i] += i;
}
Simulation::Simulation(int n) : n_(n) {
  cudaMalloc(&data_, n * sizeof *data_);
  cudaMemset(data_, 0, n * sizeof *data_);
}
void Simulation::step() { step_kernel<<<iDivUp(n_, 64), 64>>>(data_, n_); }
std::vector<int> Simulation::result() const {
  std::vector<int> h(n_);
  cudaMemcpy(&h[0], data_, n_ * sizeof(int), cudaMemcpyDeviceToHost);
  return h;
}
double cpuSecond() {
  struct timeval tp;
  gettimeofday(&tp, NULL);
  return ((double)tp.tv_sec + (double)tp.tv_usec * 1.e-6);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  double iStart = cpuSecond();
  double *out;
  int *ints;
  float *sum;
  cudaMallocManaged((void **)&out, 16 * sizeof(double));
  cudaMallocManaged((void **)&ints, 64 * sizeof(int));
  cudaMallocManaged((void **)&sum, sizeof(float));
  maths_of_integers<<<1, 1>>>(out, n, n * 5u, 36L, 3, 1.5f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 9; i++) printf("%.4f ", out[i]);
  printf("\n");
  dim3 grid = {n / 5, 1, 1}, block{N / 8};
  uint3 where = {0, n, 0};
  odds_and_ends<<<grid, block>>>(ints, where);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", ints[0], ints[9], ints[31]);
  Big big;
  big.n = 900;
  for (int i = 0; i < 900; i++) big.values[i] = i;
  *sum = 0;
  large_parameter<<<1, 64>>>(big, sum);
  cudaDeviceSynchronize();
  printf("%g\n", *sum);
  Simulation *simulation = new Simulation(100);
  for (int i = 0; i < 3; i++) simulation->step();
  printf("%d\n", simulation->result()[99]);
  delete simulation;
  uint64_t bytes = 1ull << 33;
  printf("%" PRIu64" %d\n", bytes, check(3));
  float fmin_ = fminf(1, 2), r = rsqrtf(4.0f);
  int m = max(3, n), lowest = min(n, 2);
  float4 vectors[2] = {{n, 0, 0, 1}, {}};
  printf("%g %g %d %d %g\n", fmin_, r, m, lowest, vectors[0].x + vectors[1].y);
  if (cpuSecond() < iStart) printf("time runs backwards\n");
  cudaFree(out), cudaFree(ints), cudaFree(sum);
  return 0;
}
