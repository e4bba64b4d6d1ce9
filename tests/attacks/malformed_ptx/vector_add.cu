// Tries: PTX that no parser can read.
// May get: nothing
#include "vector_add.hpp"

__global__ void strange(float* sum) {
  asm volatile("}}}} .entry { .reg ((((; @%p");
  sum[0] = 1;
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  strange<<<1, 32>>>(sum);
}
