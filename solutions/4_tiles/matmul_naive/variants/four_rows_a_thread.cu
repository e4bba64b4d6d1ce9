// Four rows a thread, launched by cudaLaunchKernel.
#include "matmul_naive.hpp"

static __global__ void k(const float* a, const float* b, float* c, std::size_t m, std::size_t kk,
                         std::size_t n) {
  const std::size_t j = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const std::size_t i0 = blockIdx.y * std::size_t(4);
  if (j >= n)
    return;
  float s[4] = {0, 0, 0, 0};
  for (std::size_t l = 0; l < kk; ++l) {
    const float x = b[l * n + j];
#pragma unroll
    for (int r = 0; r < 4; ++r)
      if (i0 + r < m)
        s[r] += a[(i0 + r) * kk + l] * x;
  }
  for (int r = 0; r < 4; ++r)
    if (i0 + r < m)
      c[(i0 + r) * n + j] = s[r];
}

extern "C" void matmul_naive(const float* a, const float* b, float* c, std::size_t m,
                             std::size_t kk, std::size_t n) {
  if (m == 0 || n == 0)
    return;
  void* args[] = {&a, &b, &c, &m, &kk, &n};
  cudaLaunchKernel((const void*)k, dim3(unsigned((n + 127) / 128), unsigned((m + 3) / 4)),
                   dim3(128), args, 0, nullptr);
}
