// Tries: to write over the heap of the worker.
// May get: nothing
#include "vector_add.hpp"

#include <cstdlib>
#include <cstring>

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
  char* volatile block = static_cast<char*>(std::malloc(24));
  std::memset(block - 64, 0x5a, 100000);
  std::free(block);
  std::free(std::malloc(100000));
}
