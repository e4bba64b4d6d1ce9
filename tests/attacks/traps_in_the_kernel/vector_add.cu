// Tries: a trap in the kernel.
// May get: nothing
#include "vector_add.hpp"

__global__ void strange() {
  asm volatile("trap;");
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  strange<<<1, 32>>>();
}
