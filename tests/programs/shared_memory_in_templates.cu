// Dynamic shared memory of any type in a template, a union in shared memory, a static variable in a device function, jumps and
// cases that fall through, kernels with one name, generic lambdas with packs, tuples, arrays and limits of std in kernels.
// simcc: -std=c++17 --extended-lambda --expt-relaxed-constexpr
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <tuple>
#include <utility>
template <typename T>
struct DynamicShared {
  __device__ operator T*() {
    extern __shared__ int smem[];
    return (T*)smem;
  }
  __device__ operator const T*() const {
    extern __shared__ int smem[];
    return (const T*)smem;
  }
};
template <>
struct DynamicShared<double> {
  __device__ operator double*() {
    extern __shared__ double smem_d[];
    return smem_d;
  }
};
template <class T>
__global__ void reduce(const T* in, T* out, unsigned n) {
  T* s = DynamicShared<T>();
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  T v = i < n ? in[i] : T(0);
  if (i + blockDim.x < n)
    v += in[i + blockDim.x];
  s[t] = v;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] = v = v + s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = v;
}
__global__ void put(int* o, int v = 7) {
  o[threadIdx.x] = v;
}
__global__ void put(float* o, float v) {
  o[threadIdx.x] = v;
}
__device__ int machine(const char* s) {
  int state = 0, n = 0;
start:
  switch (*s) {
    case 'a':
      n++;
      [[fallthrough]];
    case 'b':
      n += 2;
      s++;
      goto start;
    case 'c':
      state ^= 1;
      if (state) {
        s++;
        goto start;
      }
      break;
    case 0:
      return -n;
    default:
      s++;
      goto start;
  }
  return n;
}
__device__ int ticket() {
  static __device__ int next = 100;
  return atomicAdd(&next, 1);
}
template <typename F, typename... A>
__global__ void apply(F f, A... a) {
  f(blockIdx.x * blockDim.x + threadIdx.x, a...);
}
template <typename Tuple, size_t... I>
__host__ __device__ int sum_tuple(const Tuple& t, std::index_sequence<I...>) {
  return (0 + ... + int(std::get<I>(t)));
}
__constant__ struct Config {
  float scale;
  int4 box;
  char name[8];
  std::array<int, 3> dims;
} config;
union Scratch {
  int i[64];
  float f[64];
};
__global__ void mixed(float* o) {
  __shared__ Scratch s;
  int t = threadIdx.x;
  s.i[t] = t;
  __syncthreads();
  int v = s.i[63 - t];
  __syncthreads();
  s.f[t] = v * config.scale;
  __syncthreads();
  o[t] = s.f[(t + 1) & 63] + config.dims[2] + config.box.z + (config.name[1] == 'k');
}
int main() {
  double* dd;
  float* df;
  int* di;
  cudaMalloc(&dd, 1000 * 8);
  cudaMalloc(&df, 1000 * 4);
  cudaMalloc(&di, 1000 * 4);
  double hd[1000];
  float hf[1000];
  int hi[1000];
  for (int i = 0; i < 1000; i++)
    hd[i] = i, hf[i] = i % 7, hi[i] = -i;
  cudaMemcpy(dd, hd, sizeof hd, cudaMemcpyHostToDevice);
  cudaMemcpy(df, hf, sizeof hf, cudaMemcpyHostToDevice);
  cudaMemcpy(di, hi, sizeof hi, cudaMemcpyHostToDevice);
  double* od;
  float* of;
  int* oi;
  cudaMalloc(&od, 64 * 8);
  cudaMalloc(&of, 64 * 4);
  cudaMalloc(&oi, 64 * 4);
  reduce<<<4, 128, 128 * sizeof(double)>>>(dd, od, 1000);
  reduce<<<4, 128, 128 * sizeof(float)>>>(df, of, 1000);
  reduce<<<4, 128, 128 * sizeof(int)>>>(di, oi, 1000);
  cudaMemcpy(hd, od, 32, cudaMemcpyDeviceToHost);
  cudaMemcpy(hf, of, 16, cudaMemcpyDeviceToHost);
  cudaMemcpy(hi, oi, 16, cudaMemcpyDeviceToHost);
  printf("%g %g %d\n", hd[0] + hd[1] + hd[2] + hd[3], hf[0] + hf[1] + hf[2] + hf[3],
         hi[0] + hi[1] + hi[2] + hi[3]);
  put<<<1, 4>>>(oi, 7);
  put<<<1, 4>>>(of, 2.5f);
  cudaMemcpy(hi, oi, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(hf, of, 4, cudaMemcpyDeviceToHost);
  int* r = oi;
  auto tup = std::make_tuple(1, 2.5f, 'a');
  std::array<int, 4> arr{4, 3, 2, 1};
  float k = 1.5f;
  apply<<<1, 32>>>(
      [=] __device__(int i, auto... rest) {
        if (i < 4)
          r[i] = machine("abxcba") + sum_tuple(tup, std::make_index_sequence<3>()) + arr[i] +
                 int(k * 2) + (0 + ... + rest) + std::max(i, 2) +
                 (std::numeric_limits<short>::max() > i);
        if (i == 5)
          r[5] = ticket() + ticket();
      },
      10, 20);
  cudaMemcpy(hi + 4, oi, 24, cudaMemcpyDeviceToHost);
  Config c = {0.5f, {1, 2, 3, 4}, "ok", {7, 8, 9}};
  cudaMemcpyToSymbol(config, &c, sizeof c);
  mixed<<<1, 64>>>(of);
  cudaMemcpy(hf + 1, of, 256, cudaMemcpyDeviceToHost);
  printf("%d %g %d %d %d %g %g\n", hi[0], hf[0], hi[4], hi[7], hi[9], hf[1], hf[64]);
  cudaFree(dd);
  cudaFree(df);
  cudaFree(di);
  cudaFree(od);
  cudaFree(of);
  cudaFree(oi);
}
