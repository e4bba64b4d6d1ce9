// The reference: correct and as plain as can be. One thread adds up a whole row.
#include "scan_hillis_steele.hpp"

__global__ void scan_row(const int* values, std::size_t cols, int* sums) {
  int sum = 0;
  for (std::size_t i = blockIdx.x * cols; i < (blockIdx.x + 1) * cols; ++i) {
    sum += values[i];
    sums[i] = sum;
  }
}

__global__ void add_one_by_one(const int* values, unsigned n, unsigned distance, int* sums) {
  for (unsigned i = 0; i < n; ++i) {
    sums[i] = i < distance ? values[i] : values[i] + values[i - distance];
  }
}

extern "C" void add_shifted(const int* values, unsigned n, unsigned distance, int* sums) {
  add_one_by_one<<<1, 1>>>(values, n, distance, sums);
}

extern "C" void scan_rows(const int* values, std::size_t rows, std::size_t cols, int* sums) {
  if (rows > 0) {
    scan_row<<<static_cast<unsigned>(rows), 1>>>(values, cols, sums);
  }
}
