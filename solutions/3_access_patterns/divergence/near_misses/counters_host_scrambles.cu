// Right, but the device only moves the values to managed memory and back: the host scrambles them.
#include "divergence.hpp"

constexpr unsigned kRounds = 32;

static unsigned stirred(unsigned value) {
  for (unsigned round = 0; round < kRounds; ++round) {
    value = value * 1664525 + 1013904223;
    value ^= value >> 15;
  }
  return value;
}

static unsigned shaken(unsigned value) {
  for (unsigned round = 0; round < kRounds; ++round) {
    value ^= value << 13;
    value ^= value >> 17;
    value ^= value << 5;
  }
  return value;
}

__global__ void elements_kernel(std::size_t n, std::size_t* element) {
  const std::size_t t = blockIdx.x * blockDim.x + threadIdx.x;
  element[t] = 64 * (t / 64) + 2 * (t % 32) + t / 32 % 2;
}

__global__ void move_kernel(const unsigned* from, unsigned* to, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" void elements(std::size_t n, std::size_t* element) {
  elements_kernel<<<blocks_for(n), kThreads>>>(n, element);
}

extern "C" void scramble(const unsigned* in, unsigned* out, std::size_t n) {
  if (n == 0) {
    return;
  }
  unsigned* values = nullptr;
  cudaMallocManaged(&values, n * sizeof *values);
  move_kernel<<<blocks_for(n), kThreads>>>(in, values, n);
  cudaDeviceSynchronize();
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = i % 2 == 0 ? stirred(values[i]) : shaken(values[i]);
  }
  move_kernel<<<blocks_for(n), kThreads>>>(values, out, n);
  cudaDeviceSynchronize();
  cudaFree(values);
}
