// Half precision: conversions, intrinsics, operators, pairs, a dot product, saxpy with half2, host arithmetic.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

__global__ void float_to_half(const float *in, half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}
__global__ void saxpy2(int n, half a, const half *x, half *y) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const half2 *x2 = (const half2 *)x;
  half2 *y2 = (half2 *)y;
  if (i < n / 2) y2[i] = __hfma2(__half2half2(a), x2[i], y2[i]);
  if (i == 0 && n % 2) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}
__forceinline__ __device__ void reduceInShared(half2 *const v) {
  for (int i = 64; i > 0; i /= 2) {
    if (threadIdx.x < i) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + i]);
    __syncthreads();
  }
}
__global__ void scalarProduct(half2 const *const a, half2 const *const b, float *const results, size_t const size) {
  __shared__ half2 shArray[128];
  shArray[threadIdx.x] = __float2half2_rn(0.f);
  half2 value = __float2half2_rn(0.f);
  for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < size; i += blockDim.x * gridDim.x) value = __hfma2(a[i], b[i], value);
  shArray[threadIdx.x] = value;
  __syncthreads();
  reduceInShared(shArray);
  if (threadIdx.x == 0) {
    half2 result = shArray[0];
    results[blockIdx.x] = __low2float(result) + __high2float(result);
  }
}
template <typename T>
__global__ void generic(const T *a, const T *b, T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * b[i] + T(1) - (a[i] < b[i] ? T(0.5f) : T(0.25f));
}
__device__ __half warp_sum(__half v) {
  for (int d = 16; d > 0; d /= 2) v = __hadd(v, __shfl_down_sync(0xffffffff, v, d));
  return v;
}
__global__ void functions(float *out, half *cell) {
  half x = __float2half(2.0f), y = 3.5f, z;
  z = x + y;
  z *= half(2);
  z -= half(0.5);
  z = -z / x;
  ++z;
  int k = 0;
  half sum = warp_sum(__int2half_rn(threadIdx.x));
  atomicAdd(cell, half(1.0f));
  if (threadIdx.x != 0) return;
  out[k++] = __half2float(z);
  out[k++] = __half2float(hsqrt(y)) > 1.86f;
  out[k++] = (float)hfloor(y) + (float)hceil(y) * 10 + (float)htrunc(-y) * 100 + (float)hrint(half(2.5f)) * 1000;
  out[k++] = __hgt(y, x) + 2 * __heq(x, half(2.0f)) + 4 * __hisnan(CUDART_NAN_FP16) + 8 * __hlt(y, x) + 16 * __hisinf(CUDART_INF_FP16);
  out[k++] = (float)__hmax(x, y) * 10 + (float)__hmin(x, y);
  out[k++] = __half2int_rn(half(2.5f)) + 10 * __half2int_rz(half(-2.7f)) + 100 * __half2uint_ru(half(1.2f));
  out[k++] = (float)sum;
  half2 p = __floats2half2_rn(1.0f, 2.0f), q = make_half2(half(3.0f), half(-4.0f));
  half2 r = p * q + p;
  out[k++] = __low2float(r) * 100 + __high2float(r);
  float2 f = __half22float2(__lowhigh2highlow(r));
  out[k++] = f.x * 100 + f.y;
  out[k++] = __hbgt2(q, p) + 2 * __hblt2(make_half2(p.x, q.y), make_half2(q.x, p.y)) + 4 * (p == p);
  out[k++] = fabsf(__half2float(hexp(half(1.0f))) - 2.718f) < 2e-3f;
  out[k++] = (float)__hfma_sat(x, y, x) + 10 * (float)__hadd_sat(half(0.25f), half(0.5f));
  out[k++] = __half_as_ushort(half(1.0f)) + __half_as_ushort(half(65504.0f)) + __half_as_ushort(half(1e-7f)) + __half_as_ushort(half(1e6f));
}

int main() {
  const int n = 501;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = (i % 31 - 15) * 0.25f, y[i] = (i % 17) * 0.5f;
  float *dx;
  half *hx, *hy, *hc;
  cudaMallocManaged(&dx, n * sizeof(float));
  cudaMallocManaged(&hx, (n + 1) * sizeof(half));
  cudaMallocManaged(&hy, (n + 1) * sizeof(half));
  cudaMallocManaged(&hc, (n + 1) * sizeof(half));
  for (int i = 0; i < n; ++i) dx[i] = x[i], hy[i] = __float2half(y[i]);
  float_to_half<<<(n + 255) / 256, 256>>>(dx, hx, n);
  saxpy2<<<1, 256>>>(n, __float2half(2.0f), hx, hy);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += __half2float(hy[i]) != 2 * x[i] + y[i];
  printf("saxpy: %d wrong\n", bad);
  generic<half><<<2, 256>>>(hx, hy, hc, n);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) {
    half once = hx[i] * hy[i] + half(1) - (hx[i] < hy[i] ? half(0.5f) : half(0.25f));
    bad += std::fabs(float(hc[i]) - float(once)) > 0.01f * (1 + std::fabs(float(once)));
  }
  printf("generic: %d wrong\n", bad);
  float *results;
  cudaMallocManaged(&results, 16 * sizeof(float));
  for (int i = 0; i < n; ++i) hx[i] = half(i % 3), hy[i] = half(i % 2);
  scalarProduct<<<2, 128>>>((half2 *)hx, (half2 *)hy, results, 250);
  cudaDeviceSynchronize();
  float expected = 0;
  for (int i = 0; i < 500; ++i) expected += i % 3 * (i % 2);
  printf("dot %s\n", results[0] + results[1] == expected ? "right" : "wrong");
  hc[0] = 0.0f;
  functions<<<1, 32>>>(results, hc);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 13; ++i) printf("%g ", results[i]);
  printf("\n%g %zu %zu\n", (float)hc[0], sizeof(half), sizeof(half2));
  cudaFree(dx), cudaFree(hx), cudaFree(hy), cudaFree(hc), cudaFree(results);
}
