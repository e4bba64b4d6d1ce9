// The reference: correct and as plain as can be. One thread goes through all values.
#include "cooperative_tiles.hpp"

__global__ void sum_one_by_one(const int* values, std::size_t n, unsigned size, int* sums) {
  for (std::size_t i = 0; i < n; ++i) {
    sums[i / size] = (i % size == 0 ? 0 : sums[i / size]) + values[i];
  }
}

__global__ void sort_by_insertion(const int* values, std::size_t n, unsigned size, int* sorted) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t at = i;
    for (; at % size != 0 && sorted[at - 1] > values[i]; --at) {
      sorted[at] = sorted[at - 1];
    }
    sorted[at] = values[i];
  }
}

__global__ void gather_one_by_one(const int* values, std::size_t n, int limit, int* out,
                                  unsigned* count) {
  *count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (values[i] > limit) {
      out[(*count)++] = values[i];
    }
  }
}

extern "C" void tile_sums(const int* values, std::size_t n, unsigned size, int* sums) {
  sum_one_by_one<<<1, 1>>>(values, n, size, sums);
}

extern "C" void sort_tiles(const int* values, std::size_t n, unsigned size, int* sorted) {
  sort_by_insertion<<<1, 1>>>(values, n, size, sorted);
}

extern "C" void gather_above(const int* values, std::size_t n, int limit, int* out,
                             unsigned* count) {
  gather_one_by_one<<<1, 1>>>(values, n, limit, out, count);
}
