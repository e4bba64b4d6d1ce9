// Evens in one launch, odds in another: no warp has both, and nobody asks.
#include "divergence.hpp"

constexpr unsigned kRounds = 32;

__global__ void stir_kernel(const unsigned* in, unsigned* out, std::size_t n) {
  const std::size_t i = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (i < n) {
    unsigned value = in[i];
#pragma unroll 1
    for (unsigned round = 0; round < kRounds; ++round) {
      value = value * 1664525 + 1013904223;
      value ^= value >> 15;
    }
    out[i] = value;
  }
}

__global__ void shake_kernel(const unsigned* in, unsigned* out, std::size_t n) {
  const std::size_t i = 2 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) + 1;
  if (i < n) {
    unsigned value = in[i];
#pragma unroll 1
    for (unsigned round = 0; round < kRounds; ++round) {
      value ^= value << 13;
      value ^= value >> 17;
      value ^= value << 5;
    }
    out[i] = value;
  }
}

__global__ void elements_kernel(std::size_t* element) {
  const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  element[t] = (t & ~std::size_t{63}) | (t & 31) << 1 | (t >> 5 & 1);
}

extern "C" void elements(std::size_t n, std::size_t* element) {
  if (n > 0) {
    elements_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads>>>(element);
  }
}

extern "C" void scramble(const unsigned* in, unsigned* out, std::size_t n) {
  const unsigned blocks = static_cast<unsigned>((n / 2 + kThreads) / kThreads);
  if (n > 0) {
    stir_kernel<<<blocks, kThreads>>>(in, out, n);
    shake_kernel<<<blocks, kThreads>>>(in, out, n);
  }
}
