// 256 threads, as many as bins, 4096 bytes a block, a byte a load, a block's stride.
#include "histogram_shared.hpp"

constexpr unsigned kThreads = 256;
constexpr std::size_t kBytesPerBlock = 4096;

__device__ void count(const unsigned char* bytes, std::size_t n, std::size_t first,
                      std::size_t stride, unsigned* counts) {
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (std::size_t i = first; i < n; i += stride) {
    atomicAdd(&counts[bytes[i]], 1u);
  }
  __syncthreads();
}

__global__ void one_block_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count(bytes, n, threadIdx.x, kThreads, counts);
  bins[threadIdx.x] = counts[threadIdx.x];
}

__global__ void histogram_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count(bytes, n, blockIdx.x * kThreads + threadIdx.x, gridDim.x * kThreads, counts);
  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

extern "C" void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  one_block_kernel<<<1, kThreads>>>(bytes, n, bins);
}

extern "C" void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  cudaMemset(bins, 0, kBins * sizeof *bins);
  if (n > 0) {
    histogram_kernel<<<static_cast<unsigned>((n + kBytesPerBlock - 1) / kBytesPerBlock),
                       kThreads>>>(bytes, n, bins);
  }
}
