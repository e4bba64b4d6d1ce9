// Tries: a kernel that never ends.
// May get: nothing
#include "vector_add.hpp"

__global__ void strange(volatile float* sum) {
  while (sum[0] != 1.5F) {
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  strange<<<1, 1>>>(sum);
}
