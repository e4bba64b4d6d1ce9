// A value a thread in blocks of 1024, the shuffles of the second kind, and every warp sums the
// warps' sums.
#include "reduce_shuffle.hpp"

__device__ float warp_sum(float value) {
#pragma unroll
  for (int bit = 1; bit < 32; bit <<= 1) {
    value += __shfl_xor_sync(0xffffffffu, value, bit);
  }
  return value;
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * 1024 + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % 32 == 0 && i < n) {
    sums[i / 32] = sum;
  }
}

__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  __shared__ float sums[32];
  const std::size_t i = std::size_t{blockIdx.x} * 1024 + threadIdx.x;
  const float of_warp = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % 32 == 31) {
    sums[threadIdx.x / 32] = of_warp;
  }
  __syncthreads();
  const float total = warp_sum(sums[threadIdx.x % 32]);
  if (threadIdx.x == 1023) {
    atomicAdd(sum, total);
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + 1023) / 1024);
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    warp_sums_kernel<<<blocks_for(n), 1024>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  cudaMemset(sum, 0, sizeof *sum);
  if (n > 0) {
    reduce_kernel<<<blocks_for(n), 1024>>>(values, n, sum);
  }
}
