// Tries: to have a message quote a line of a file that it names as its own source.
// May get: nothing
#include "vector_add.hpp"

#line 1 "/proc/1/environ"
__global__ void fail_kernel(float* sum) {
  sum[-1000] = 1;
}

extern "C" void vector_add(const float*, const float*, float* sum, std::size_t n) {
  if (n > 0) {
    fail_kernel<<<1, 32>>>(sum);
  }
}
