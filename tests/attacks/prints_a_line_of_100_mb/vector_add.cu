// Tries: one printed line of 100 MB, to hold up whoever reads it.
// May get: everything: the work is right, and what it prints is cut.
#include "vector_add.hpp"

#include <cstdio>
#include <string>

__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

static void add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    add_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, sum, n);
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add(a, b, sum, n);
  const std::string piece(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 100; ++i) {
    std::fwrite(piece.data(), 1, piece.size(), stdout);
  }
}
