// Tries: NaN in every element, for comparisons that let it through.
// May get: nothing
#include "vector_add.hpp"

__global__ void fill_kernel(float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = __int_as_float(0x7fffffff);
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    fill_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(sum, n);
  }
}
