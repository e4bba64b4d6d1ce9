// Exercise divergence: see README.md for the tasks and divergence.hpp for the interface.
#include "divergence.hpp"

constexpr unsigned kRounds = 32;

// What becomes of an even element.
__device__ unsigned stirred(unsigned value) {
#pragma unroll 1
  for (unsigned round = 0; round < kRounds; ++round) {
    value = value * 1664525 + 1013904223;
    value ^= value >> 15;
  }
  return value;
}

// What becomes of an odd element.
__device__ unsigned shaken(unsigned value) {
#pragma unroll 1
  for (unsigned round = 0; round < kRounds; ++round) {
    value ^= value << 13;
    value ^= value >> 17;
    value ^= value << 5;
  }
  return value;
}

// The element of thread t of the grid; n or more: none. Every element below n has exactly one
// thread. All threads of a warp that have an element have an even one, or all have an odd one.
__device__ std::size_t element_of(std::size_t t, std::size_t n) {
  std::size_t element = n;
  // TODO(1): warps in pairs: evens for one, odds for the other (about 4 lines)
  // END TODO(1)
  return element;
}

__global__ void scramble_kernel(const unsigned* in, unsigned* out, std::size_t n) {
  // TODO(2): this thread's element; if there is one, stir it or shake it (about 4 lines)
  // END TODO(2)
}

__global__ void elements_kernel(std::size_t n, std::size_t* element) {
  const std::size_t t = blockIdx.x * blockDim.x + threadIdx.x;
  element[t] = element_of(t, n);
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void elements(std::size_t n, std::size_t* element) {
  elements_kernel<<<blocks_for(n), kThreads>>>(n, element);
}

extern "C" void scramble(const unsigned* in, unsigned* out, std::size_t n) {
  if (n > 0) {
    scramble_kernel<<<blocks_for(n), kThreads>>>(in, out, n);
  }
}
