// Loads of four values at a time where their address allows it, in blocks of 64 threads, and no
// atomics: a second, small kernel sums the blocks' sums.
#include "reduce_shuffle.hpp"

constexpr unsigned kThreads = 64;
constexpr unsigned kBlocks = 1024;

__device__ float partial_sums[kBlocks];

__device__ float warp_sum(float value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
  return value;
}

__device__ float block_sum(float value) {
  __shared__ float other;
  value = warp_sum(value);
  if (threadIdx.x == 32) {
    other = value;
  }
  __syncthreads();
  return value + other;
}

__global__ void warp_sums_kernel(const float* values, std::size_t n, float* sums) {
  const std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  const float sum = warp_sum(i < n ? values[i] : 0);
  if (threadIdx.x % 32 == 0 && i < n) {
    sums[i / 32] = sum;
  }
}

__global__ void partial_sums_kernel(const float* values, std::size_t n) {
  const std::size_t step = std::size_t{gridDim.x} * kThreads;
  const std::size_t first = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
  const std::size_t quads = reinterpret_cast<std::size_t>(values) % 16 == 0 ? n / 4 : 0;
  float sum = 0;
  for (std::size_t i = first; i < quads; i += step) {
    const float4 four = reinterpret_cast<const float4*>(values)[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  for (std::size_t i = 4 * quads + first; i < n; i += step) {
    sum += values[i];
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) {
    partial_sums[blockIdx.x] = sum;
  }
}

__global__ void last_sum_kernel(float* sum) {
  float value = 0;
  for (unsigned i = threadIdx.x; i < kBlocks; i += kThreads) {
    value += partial_sums[i];
  }
  value = block_sum(value);
  if (threadIdx.x == 0) {
    *sum = value;
  }
}

extern "C" void warp_sums(const float* values, std::size_t n, float* sums) {
  if (n > 0) {
    const std::size_t blocks = (n + kThreads - 1) / kThreads;
    warp_sums_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(values, n, sums);
  }
}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  partial_sums_kernel<<<kBlocks, kThreads>>>(values, n);
  last_sum_kernel<<<1, kThreads>>>(sum);
}
