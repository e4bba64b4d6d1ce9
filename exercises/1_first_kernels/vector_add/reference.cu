// The reference: correct and as plain as can be. One block walks over all pairs.
#include "vector_add.hpp"

__global__ void add_with_one_block(const float* a, const float* b, float* sum, std::size_t n) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    sum[i] = a[i] + b[i];
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add_with_one_block<<<1, 256>>>(a, b, sum, n);
}
