// The reference: correct and as plain as can be. One thread computes one element and reads all it
// needs itself.
#include "matmul_registers.hpp"

__global__ void transpose_a(const float* a, const float* b, float* a_staged, float* b_staged) {
  for (unsigned i = 0; i < kDepth * kBlock; ++i) {
    a_staged[i] = a[i % kBlock * kDepth + i / kBlock];
    b_staged[i] = b[i];
  }
}

__global__ void multiply_element(const float* a, const float* b, float* c, std::size_t m,
                                 std::size_t k, std::size_t n) {
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (std::size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

extern "C" void stage_step(const float* a, const float* b, float* a_staged, float* b_staged) {
  transpose_a<<<1, 1>>>(a, b, a_staged, b_staged);
}

extern "C" void matmul_registers(const float* a, const float* b, float* c, std::size_t m,
                                 std::size_t k, std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 blocks(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((m + 7) / 8));
  multiply_element<<<blocks, dim3(32, 8)>>>(a, b, c, m, k, n);
}
