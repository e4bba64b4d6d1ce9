// Reads four floats at a time where rows allow it.
#include "transpose.hpp"

__global__ void k(const float* in, float* out, std::size_t rows, std::size_t cols, bool flip) {
  __shared__ float t[32][33];
  const std::size_t r0 = blockIdx.y * 32ul, c0 = blockIdx.x * 32ul;
  const unsigned y = threadIdx.x / 8, x = threadIdx.x % 8 * 4;
  if (r0 + y < rows) {
    const float* p = in + (r0 + y) * cols + c0 + x;
    if (cols % 4 == 0 && c0 + x < cols) {
      const float4 v = *reinterpret_cast<const float4*>(p);
      t[y][x] = v.x;
      t[y][x + 1] = v.y;
      t[y][x + 2] = v.z;
      t[y][x + 3] = v.w;
    } else
      for (unsigned k = 0; k < 4; ++k)
        if (c0 + x + k < cols)
          t[y][x + k] = p[k];
  }
  __syncthreads();
  if (flip) {
    for (unsigned e = threadIdx.x; e < 1024; e += 256)
      if (c0 + e / 32 < cols && r0 + e % 32 < rows)
        out[(c0 + e / 32) * rows + r0 + e % 32] = t[e % 32][e / 32];
  } else {
    for (unsigned e = threadIdx.x; e < 1024; e += 256)
      if (r0 + e / 32 < rows && c0 + e % 32 < cols)
        out[(r0 + e / 32) * cols + c0 + e % 32] = t[e / 32][e % 32];
  }
}

extern "C" void copy_tiled(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows && cols)
    k<<<dim3((cols + 31) / 32, (rows + 31) / 32), 256>>>(in, out, rows, cols, false);
}

extern "C" void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows && cols)
    k<<<dim3((cols + 31) / 32, (rows + 31) / 32), 256>>>(in, out, rows, cols, true);
}
