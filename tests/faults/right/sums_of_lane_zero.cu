//! Sums that shuffles gather in lane 0, and what is like them: handed on, chosen, of a few neighbours, maxima.
#include <cstdio>

constexpr unsigned kAll = 0xffffffffu;

__device__ float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(kAll, value, distance);
  return value;
}

__device__ float block_sum(float value) {
  __shared__ float sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_sum(value);
  if (lane == 0)
    sums[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
  if (warp == 0)
    value = warp_sum(value);
  return value;
}

__global__ void total(const float* in, float* out) {
  const float sum = block_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

__global__ void shares(const float* in, float* out) {
  __shared__ float whole;
  const float own = in[threadIdx.x], sum = block_sum(own);
  if (threadIdx.x == 0)
    whole = sum;
  __syncthreads();
  out[threadIdx.x] = own / whole;
}

__global__ void shares_of_warps(const float* in, float* out) {
  const float sum = __shfl_sync(kAll, warp_sum(in[threadIdx.x]), 0);
  out[threadIdx.x] = in[threadIdx.x] / sum;
}

__global__ void beside_the_sum(const float* in, float* out) {
  const float sum = warp_sum(in[threadIdx.x]);
  out[threadIdx.x] = threadIdx.x % 32 == 0 ? sum : in[threadIdx.x];
}

__global__ void greatest_from_here(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmaxf(value, __shfl_down_sync(kAll, value, distance));
  out[threadIdx.x] = value;
}

__global__ void of_four(const float* in, float* out) {
  float value = in[threadIdx.x];
  value += __shfl_down_sync(kAll, value, 2);
  value += __shfl_down_sync(kAll, value, 1);
  if (threadIdx.x % 32 < 29)
    out[threadIdx.x] = value;
}

__global__ void sum_from_here(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const float other = __shfl_down_sync(kAll, value, distance);
    if (threadIdx.x % 32 + distance < 32)
      value += other;
  }
  out[threadIdx.x] = value;
}

__global__ void all_have_it(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(kAll, value, distance);
  out[threadIdx.x] = in[threadIdx.x] / value;
}

int main() {
  const int n = 256;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  total<<<2, 128>>>(in, out);
  shares<<<1, n>>>(in, out);
  shares_of_warps<<<1, n>>>(in, out);
  beside_the_sum<<<1, n>>>(in, out);
  greatest_from_here<<<1, n>>>(in, out);
  of_four<<<1, n>>>(in, out);
  sum_from_here<<<1, n>>>(in, out);
  all_have_it<<<1, n>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[0]);
  cudaFree(in);
  cudaFree(out);
}
