// Tries: _exit(0) in the call: no handler, no destructor runs.
// May get: nothing
#include "vector_add.hpp"

#include <unistd.h>

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
  ::_exit(0);
}
