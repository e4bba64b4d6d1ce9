// No padding: column x of row y is kept at x ^ y. A grid of fixed size.
#include "transpose.hpp"

template <bool T>
__global__ void k(const float* __restrict__ in, float* __restrict__ out, unsigned rows,
                  unsigned cols) {
  __shared__ float t[1024];
  for (unsigned by = blockIdx.y; by < (rows + 31) / 32; by += gridDim.y)
    for (unsigned bx = blockIdx.x; bx < (cols + 31) / 32; bx += gridDim.x) {
      for (unsigned y = threadIdx.y; y < 32; y += 16) {
        const unsigned r = by * 32 + y, c = bx * 32 + threadIdx.x;
        if (r < rows && c < cols)
          t[y * 32 + (threadIdx.x ^ y)] = in[std::size_t(r) * cols + c];
      }
      __syncthreads();
      for (unsigned y = threadIdx.y; y < 32; y += 16) {
        if (T) {
          const unsigned r = by * 32 + threadIdx.x, c = bx * 32 + y;
          if (r < rows && c < cols)
            out[std::size_t(c) * rows + r] = t[threadIdx.x * 32 + (y ^ threadIdx.x)];
        } else {
          const unsigned r = by * 32 + y, c = bx * 32 + threadIdx.x;
          if (r < rows && c < cols)
            out[std::size_t(r) * cols + c] = t[y * 32 + (threadIdx.x ^ y)];
        }
      }
      __syncthreads();
    }
}

extern "C" void copy_tiled(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows && cols)
    k<false><<<dim3(16, 16), dim3(32, 16)>>>(in, out, unsigned(rows), unsigned(cols));
}

extern "C" void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows && cols)
    k<true><<<dim3(16, 16), dim3(32, 16)>>>(in, out, unsigned(rows), unsigned(cols));
}
