// Exercise histogram_shared: see README.md for the tasks and histogram_shared.hpp for the
// interface.
#include "histogram_shared.hpp"

#include <vector>

constexpr unsigned kThreads = 256;  // threads in a block: as many as there are bins
constexpr std::size_t kBytesPerBlock = 4096;

// Counts this block's share of the bytes into `counts`, an array in shared memory. The share of
// thread `first` of the grid is bytes[first], bytes[first + stride], bytes[first + 2 * stride], ...
// When the function returns, every thread of the block may read all counts.
__device__ void count_share(const unsigned char* bytes, std::size_t n, std::size_t first,
                            std::size_t stride, unsigned* counts) {
  // TODO(1): clear the counts, then count, without losing any (about 6 lines)
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (std::size_t i = first; i < n; i += stride) {
    atomicAdd(&counts[bytes[i]], 1u);
  }
  __syncthreads();
  // END TODO(1)
}

__global__ void one_block_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count_share(bytes, n, threadIdx.x, kThreads, counts);
  bins[threadIdx.x] = counts[threadIdx.x];
}

// Adds the counts of all blocks to bins.
__global__ void histogram_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kBins];
  count_share(bytes, n, blockIdx.x * kThreads + threadIdx.x, gridDim.x * kThreads, counts);
  // TODO(2): add this block's counts to bins, one bin a thread (about 1 line)
  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
  // END TODO(2)
}

extern "C" void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  one_block_kernel<<<1, kThreads>>>(bytes, n, bins);
}

extern "C" void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  std::vector<unsigned> zeros(kBins);
  zeros.at(kBins) = 0;  // the last bin
  cudaMemcpy(bins, zeros.data(), kBins * sizeof *bins, cudaMemcpyHostToDevice);
  const std::size_t blocks = (n + kBytesPerBlock - 1) / kBytesPerBlock;
  if (n > 0) {
    histogram_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(bytes, n, bins);
  }
}
