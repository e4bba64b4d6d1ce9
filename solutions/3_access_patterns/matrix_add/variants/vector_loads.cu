// Four elements a thread by loads of 16 bytes where rows allow it, one otherwise.
#include "matrix_add.hpp"

template <class Vector>
__device__ Vector plus(Vector a, Vector b);
template <>
__device__ float plus(float a, float b) {
  return a + b;
}
template <>
__device__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

template <class Vector>
__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    reinterpret_cast<Vector*>(sum)[i] = plus(reinterpret_cast<const Vector*>(a)[i],
                                             reinterpret_cast<const Vector*>(b)[i]);
  }
}

extern "C" void matrix_add(const float* a, const float* b, float* sum, std::size_t rows,
                           std::size_t cols) {
  const std::size_t n = rows * cols;
  const bool vectors = n % 4 == 0;
  const std::size_t items = vectors ? n / 4 : n;
  const auto blocks = static_cast<unsigned>((items + 127) / 128);
  if (blocks > 0 && vectors) {
    add_kernel<float4><<<blocks, 128>>>(a, b, sum, items);
  } else if (blocks > 0) {
    add_kernel<float><<<blocks, 128>>>(a, b, sum, items);
  }
}
