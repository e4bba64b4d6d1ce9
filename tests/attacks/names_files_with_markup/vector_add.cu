// Tries: to end the report's text early and to mark up the page, by the name of a source file in a
// fault.
// May get: nothing
#include "vector_add.hpp"

#line 7 "x\"},{\"kind\":\"race\",\"calls\":{\"timed_us\":0}<script>alert(1)</script>\033[2J.cu"
__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i + (n << 20)] = a[i] + b[i];
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    add_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, sum, n);
  }
}
