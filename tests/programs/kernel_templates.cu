// Kernel templates with type and value arguments, overloads, kernels in namespaces, static kernels, explicit instantiation,
// variadic kernels, if constexpr, launches through function pointers and macros.
#include <cstdio>
#include <type_traits>
#include <tuple>
#include <vector>
#include <algorithm>

template <typename T, int BLOCK, bool NEGATE = false>
__global__ void scale(T* data, T factor, int n) {
  static_assert(BLOCK % 32 == 0, "whole warps");
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  if constexpr (NEGATE)
    data[i] = -data[i] * factor;
  else
    data[i] *= factor;
}
template __global__ void scale<float, 64, true>(float*, float, int);

__global__ void fill(int* p, int v) { p[threadIdx.x] = v; }
__global__ void fill(float* p, float v) { p[threadIdx.x] = v; }
__global__ void fill(int* p, int v, int first) {
  if (threadIdx.x >= first) p[threadIdx.x] = v;
}

namespace {
__global__ void hidden(int* p) { p[threadIdx.x] += 1000; }
}  // namespace
namespace a {
namespace b {
__global__ void fill(int* p, int v) { p[threadIdx.x] = v + 1; }
}  // namespace b
}  // namespace a
static __global__ void local_kernel(int* p) { p[threadIdx.x] *= 2; }
extern "C" __global__ void c_kernel(int* p) { p[threadIdx.x] -= 3; }

template <typename... Args>
__global__ void sum_all(double* out, Args... args) {
  *out = (0.0 + ... + static_cast<double>(args));
}
template <typename T>
__device__ T pick(T a) { return a; }
template <typename T, typename... Rest>
__device__ T pick(T a, Rest... rest) {
  T other = static_cast<T>(pick(rest...));
  return a > other ? a : other;
}
template <typename... Args>
__global__ void largest(double* out, Args... args) { *out = pick(static_cast<double>(args)...); }

template <typename T>
struct Traits;
template <>
struct Traits<float> {
  static constexpr int id = 1;
  using wide = double;
};
template <>
struct Traits<int> {
  static constexpr int id = 2;
  using wide = long long;
};
template <typename T>
__global__ void widen(const T* in, typename Traits<T>::wide* out) {
  out[threadIdx.x] = static_cast<typename Traits<T>::wide>(in[threadIdx.x]) * Traits<T>::id;
}

template <int N>
struct Unrolled {
  static __device__ __forceinline__ int sum(const int* p) { return p[0] + Unrolled<N - 1>::sum(p + 1); }
};
template <>
struct Unrolled<0> {
  static __device__ __forceinline__ int sum(const int*) { return 0; }
};
template <int N>
__global__ void sum_rows(const int* in, int* out) { out[threadIdx.x] = Unrolled<N>::sum(in + threadIdx.x * N); }

template <unsigned... Blocks>
struct Sizes {};
template <int BLOCK>
void launch_scale(float* p, int n) { scale<float, BLOCK><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(p, 2.0f, n); }

#define LAUNCH(kernel, grid, block, ...)                                                   \
  do {                                                                                     \
    kernel<<<(grid), (block)>>>(__VA_ARGS__);                                              \
    cudaError_t e = cudaGetLastError();                                                    \
    if (e != cudaSuccess) printf("%s: %s\n", #kernel, cudaGetErrorString(e));              \
  } while (false)

template <class T>
struct Array {
  T* p;
  int n;
  explicit Array(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); }
  ~Array() { cudaFree(p); }
  T& operator[](int i) {
    cudaDeviceSynchronize();
    return p[i];
  }
  operator T*() { return p; }
};

int main() {
  const int n = 64;
  Array<int> ints(n);
  Array<float> floats(n);
  fill<<<1, n>>>(ints.p, 5);
  fill<<<1, n>>>(floats.p, 1.5f);
  fill<<<1, n>>>(ints.p, 7, 32);
  LAUNCH(hidden, 1, n, ints);
  LAUNCH(local_kernel, dim3(1), dim3(n), ints.p);
  LAUNCH(c_kernel, 1, n, ints.p);
  printf("%d %d\n", ints[0], ints[63]);
  a::b::fill<<<1, 1>>>(ints.p, 1);
  printf("%d %d\n", ints[0], ints[1]);
  scale<float, 64><<<1, 64>>>(floats.p, 3.0f, n);
  scale<float, 64, true><<<1, 64>>>(floats, 1.0f, 10);
  printf("%g %g\n", floats[0], floats[10]);
  void (*launchers[])(float*, int) = {launch_scale<32>, launch_scale<64>, launch_scale<128>};
  for (auto f : launchers) f(floats.p, n);
  printf("%g\n", floats[20]);
  Array<double> out(1);
  sum_all<<<1, 1>>>(out.p, 1, 2.5f, 3.25, 'a', 10ull, (short)-1, true);
  printf("%g\n", out[0]);
  largest<<<1, 1>>>(out.p, 3, 9.5f, -4.0);
  printf("%g\n", out[0]);
  Array<double> doubles(n);
  widen<<<1, n>>>(floats.p, doubles.p);
  Array<long long> longs(n);
  fill<<<1, n>>>(ints.p, 2000000000);
  widen<int><<<1, n>>>(ints.p, longs.p);
  printf("%g %lld\n", doubles[63], longs[63]);
  for (int i = 0; i < n; ++i) ints[i] = i;
  Array<int> rows(8);
  sum_rows<8><<<1, 8>>>(ints, rows);
  printf("%d %d\n", rows[0], rows[7]);
  // A launch through a pointer to a kernel, and through cudaLaunchKernel.
  void (*chosen)(int*, int) = fill;
  chosen<<<1, 4>>>(ints.p, -9);
  int* argument = ints.p;
  int value = 77, first = 2;
  void* arguments[] = {&argument, &value, &first};
  void (*three)(int*, int, int) = fill;
  cudaLaunchKernel((void*)three, dim3(1), dim3(3), arguments, 0, 0);
  printf("%d %d %d\n", ints[1], ints[2], ints[3]);
  return cudaDeviceSynchronize();
}
