// Blocks of 128 threads with bins for each warp, 4 bytes a load.
#include "histogram_shared.hpp"

constexpr unsigned kWarps = 4;
constexpr unsigned kThreads = 32 * kWarps;

__global__ void histogram_kernel(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  __shared__ unsigned counts[kWarps][kBins];
  unsigned* const mine = counts[threadIdx.x / 32];
  for (unsigned bin = threadIdx.x % 32; bin < kBins; bin += 32) {
    mine[bin] = 0;
  }
  __syncwarp();
  const std::size_t first = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const std::size_t stride = gridDim.x * std::size_t{kThreads};
  for (std::size_t i = first; i < n / 4; i += stride) {
    const unsigned word = reinterpret_cast<const unsigned*>(bytes)[i];
    for (unsigned byte = 0; byte < 4; ++byte) {
      atomicAdd(&mine[word >> 8 * byte & 0xff], 1u);
    }
  }
  if (n / 4 * 4 + first < n) {
    atomicAdd(&mine[bytes[n / 4 * 4 + first]], 1u);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < kBins; bin += kThreads) {
    unsigned sum = 0;
    for (unsigned w = 0; w < kWarps; ++w) {
      sum += counts[w][bin];
    }
    if (sum > 0) {
      atomicAdd(&bins[bin], sum);
    }
  }
}

extern "C" void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  cudaMemsetAsync(bins, 0, kBins * sizeof *bins);
  histogram_kernel<<<1, kThreads>>>(bytes, n, bins);
}

extern "C" void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  cudaMemsetAsync(bins, 0, kBins * sizeof *bins);
  const std::size_t blocks = (n + 4095) / 4096;
  histogram_kernel<<<static_cast<unsigned>(blocks < 1024 ? (blocks > 0 ? blocks : 1) : 1024),
                     kThreads>>>(bytes, n, bins);
}
