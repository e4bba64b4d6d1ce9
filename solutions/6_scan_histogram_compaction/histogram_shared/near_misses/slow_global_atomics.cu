// Right, but all blocks count in global memory.
#include "histogram_shared.hpp"

__global__ void count_all(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[bytes[i]], 1u);
  }
}

extern "C" void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  cudaMemsetAsync(bins, 0, kBins * sizeof *bins);
  if (n > 0) {
    count_all<<<static_cast<unsigned>((n + 255) / 256), 256>>>(bytes, n, bins);
  }
}

extern "C" void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins) {
  histogram_shared(bytes, n, bins);
}
