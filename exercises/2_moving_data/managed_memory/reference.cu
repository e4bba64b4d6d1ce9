// The reference: correct and as plain as can be. A single thread does all of the work.
#include "managed_memory.hpp"

__managed__ int total;
__managed__ unsigned above;

__global__ void sum_all(const int* values, std::size_t n) {
  total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    total += values[i];
  }
}

__global__ void count_all(const int* values, std::size_t n) {
  const double mean = static_cast<double>(total) / static_cast<double>(n);
  above = 0;
  for (std::size_t i = 0; i < n; ++i) {
    above += values[i] > mean ? 1 : 0;
  }
}

extern "C" int managed_sum(const int* values, std::size_t n) {
  sum_all<<<1, 1>>>(values, n);
  cudaDeviceSynchronize();
  return total;
}

extern "C" int sum_through_global(const int* values, std::size_t n) {
  return managed_sum(values, n);
}

extern "C" unsigned count_above_mean(const int* values, std::size_t n) {
  sum_all<<<1, 1>>>(values, n);
  count_all<<<1, 1>>>(values, n);
  cudaDeviceSynchronize();
  return above;
}
