// Reads from one set of places and writes to another, so that one wait a step is enough.
#include "dissemination_sum.hpp"

__global__ void step_kernel(const int* values, std::size_t n, unsigned distance, int* sums) {
  __shared__ int places[32];
  const std::size_t i = std::size_t{blockIdx.x} * 32 + threadIdx.x;
  places[threadIdx.x] = i < n ? values[i] : 0;
  __syncthreads();
  if (i < n) {
    sums[i] = places[threadIdx.x] + places[(threadIdx.x + distance) % 32];
  }
}

__global__ void sum_kernel(const int* values, std::size_t n, int* sums) {
  __shared__ int places[2][128];
  const std::size_t i = std::size_t{blockIdx.x} * 128 + threadIdx.x;
  const unsigned first = threadIdx.x / 32 * 32;
  const unsigned lane = threadIdx.x % 32;
  int sum = i < n ? values[i] : 0;
  unsigned set = 0;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    places[set][first + lane] = sum;
    __syncwarp();
    sum += places[set][first + (lane + distance) % 32];
    set = 1 - set;
  }
  if (i < n) {
    sums[i] = sum;
  }
}

extern "C" void dissemination_step(const int* values, std::size_t n, unsigned distance, int* sums) {
  if (n > 0) {
    step_kernel<<<static_cast<unsigned>((n + 31) / 32), 32>>>(values, n, distance, sums);
  }
}

extern "C" void dissemination_sum(const int* values, std::size_t n, int* sums) {
  if (n > 0) {
    sum_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(values, n, sums);
  }
}
