// The counts of each block go to memory of their own; a second kernel adds them up.
#include "histogram_shared.hpp"

__device__ unsigned parts[264 * 256];

__global__ void part(const unsigned char* b, std::size_t n) {
  __shared__ unsigned c[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    c[i] = 0;
  __syncthreads();
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x,
                    t = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const unsigned* w = reinterpret_cast<const unsigned*>(b);
  for (std::size_t i = t; i < n / 4; i += step) {
    const unsigned x = w[i];
    atomicAdd(c + (x & 255), 1u);
    atomicAdd(c + (x >> 8 & 255), 1u);
    atomicAdd(c + (x >> 16 & 255), 1u);
    atomicAdd(c + (x >> 24), 1u);
  }
  if (t < n % 4)
    atomicAdd(c + b[n / 4 * 4 + t], 1u);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
    parts[blockIdx.x * 256 + i] = c[i];
}

__global__ void merge(unsigned blocks, unsigned* bins) {
  unsigned s = 0;
  for (unsigned k = 0; k < blocks; ++k)
    s += parts[k * 256 + threadIdx.x];
  bins[threadIdx.x] = s;
}

static void go(const unsigned char* b, std::size_t n, unsigned* bins, unsigned blocks) {
  part<<<blocks, 512>>>(b, n);
  merge<<<1, 256>>>(blocks, bins);
}

extern "C" void histogram_of_one_block(const unsigned char* b, std::size_t n, unsigned* bins) {
  go(b, n, bins, 1);
}

extern "C" void histogram_shared(const unsigned char* b, std::size_t n, unsigned* bins) {
  unsigned k = unsigned(n / 8192) + 1;
  go(b, n, bins, k < 264 ? k : 264);
}
