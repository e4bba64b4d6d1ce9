// The reference: correct and as plain as can be. Thread i has element i, so that every warp has
// both kinds.
#include "divergence.hpp"

__device__ unsigned scrambled(unsigned value, bool odd) {
  for (unsigned round = 0; round < 32; ++round) {
    if (odd) {
      value ^= value << 13;
      value ^= value >> 17;
      value ^= value << 5;
    } else {
      value = value * 1664525 + 1013904223;
      value ^= value >> 15;
    }
  }
  return value;
}

__global__ void scramble_all(const unsigned* in, unsigned* out, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = scrambled(in[i], i % 2 != 0);
  }
}

__global__ void count_up(std::size_t* element) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  element[i] = i;
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void elements(std::size_t n, std::size_t* element) {
  count_up<<<blocks_for(n), kThreads>>>(element);
}

extern "C" void scramble(const unsigned* in, unsigned* out, std::size_t n) {
  if (n > 0) {
    scramble_all<<<blocks_for(n), kThreads>>>(in, out, n);
  }
}
