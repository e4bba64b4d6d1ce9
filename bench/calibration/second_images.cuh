// Second blind test, images and fields: waves, grey values, edges, enlarging, quantising.
#pragma once

#include "cases.cuh"

namespace calibration {

/// A step of the wave equation: `before` becomes the field that comes next.
__global__ void wave_direct(const float* now, float* before, unsigned edge) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col == 0 || row == 0 || col + 1 >= edge || row + 1 >= edge) {
    return;
  }
  const unsigned i = row * edge + col;
  const float around = now[i - 1] + now[i + 1] + now[i - edge] + now[i + edge] - 4 * now[i];
  before[i] = 2 * now[i] - before[i] + 0.2F * around;
}

__global__ void wave_tiled(const float* now, float* before, unsigned edge) {
  __shared__ float tile[10][34];
  const unsigned col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  const unsigned i = row * edge + col, x = threadIdx.x + 1, y = threadIdx.y + 1;
  tile[y][x] = now[i];
  if (threadIdx.x == 0 && col > 0) {
    tile[y][0] = now[i - 1];
  }
  if (threadIdx.x == 31 && col + 1 < edge) {
    tile[y][33] = now[i + 1];
  }
  if (threadIdx.y == 0 && row > 0) {
    tile[0][x] = now[i - edge];
  }
  if (threadIdx.y == 7 && row + 1 < edge) {
    tile[9][x] = now[i + edge];
  }
  __syncthreads();
  if (col > 0 && row > 0 && col + 1 < edge && row + 1 < edge) {
    const float around =
        tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x] - 4 * tile[y][x];
    before[i] = 2 * tile[y][x] - before[i] + 0.2F * around;
  }
}

__global__ void grey_pixels(const uchar3* pixels, unsigned char* grey, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar3 p = pixels[i];
    grey[i] = static_cast<unsigned char>((p.x * 77U + p.y * 150U + p.z * 29U) >> 8);
  }
}

/// The three colours as planes, four pixels a thread.
__global__ void grey_planes(const uchar4* red, const uchar4* green, const uchar4* blue,
                            uchar4* grey, unsigned fours) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < fours) {
    const uchar4 r = red[i], g = green[i], b = blue[i];
    grey[i] = make_uchar4(static_cast<unsigned char>((r.x * 77U + g.x * 150U + b.x * 29U) >> 8),
                          static_cast<unsigned char>((r.y * 77U + g.y * 150U + b.y * 29U) >> 8),
                          static_cast<unsigned char>((r.z * 77U + g.z * 150U + b.z * 29U) >> 8),
                          static_cast<unsigned char>((r.w * 77U + g.w * 150U + b.w * 29U) >> 8));
  }
}

__global__ void edges(const unsigned char* in, unsigned char* out, int edge) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int left = max(col - 1, 0), right = min(col + 1, edge - 1);
  const unsigned char* const up = in + max(row - 1, 0) * edge;
  const unsigned char* const here = in + row * edge;
  const unsigned char* const down = in + min(row + 1, edge - 1) * edge;
  const int x = up[right] + 2 * here[right] + down[right] - up[left] - 2 * here[left] - down[left];
  const int y = down[left] + 2 * down[col] + down[right] - up[left] - 2 * up[col] - up[right];
  out[row * edge + col] = static_cast<unsigned char>(min(255, (abs(x) + abs(y)) / 4));
}

/// To three times the width and height.
__global__ void enlarge(const float* in, float* out, unsigned edge) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const float x = (col + 0.5F) / 3 - 0.5F, y = (row + 0.5F) / 3 - 0.5F;
  const float left = floorf(x), top = floorf(y), dx = x - left, dy = y - top;
  const int last = static_cast<int>(edge) - 1;
  const int c0 = max(static_cast<int>(left), 0), c1 = min(static_cast<int>(left) + 1, last);
  const int r0 = max(static_cast<int>(top), 0), r1 = min(static_cast<int>(top) + 1, last);
  const int width = static_cast<int>(edge);
  const float above = in[r0 * width + c0] * (1 - dx) + in[r0 * width + c1] * dx;
  const float below = in[r1 * width + c0] * (1 - dx) + in[r1 * width + c1] * dx;
  out[row * 3 * edge + col] = above * (1 - dy) + below * dy;
}

/// Blocks of 1024 values become bytes and one scale.
__global__ void quantise(const float4* in, char4* out, float* scales) {
  __shared__ float most[8];
  const float4 v = in[blockIdx.x * 256 + threadIdx.x];
  float own = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
  for (unsigned step = 16; step > 0; step /= 2) {
    own = fmaxf(own, __shfl_xor_sync(~0U, own, step));
  }
  if (threadIdx.x % 32 == 0) {
    most[threadIdx.x / 32] = own;
  }
  __syncthreads();
  for (const float other : most) {
    own = fmaxf(own, other);
  }
  const float by = own > 0 ? 127 / own : 0;
  out[blockIdx.x * 256 + threadIdx.x] = make_char4(
      static_cast<signed char>(rintf(v.x * by)), static_cast<signed char>(rintf(v.y * by)),
      static_cast<signed char>(rintf(v.z * by)), static_cast<signed char>(rintf(v.w * by)));
  if (threadIdx.x == 0) {
    scales[blockIdx.x] = own / 127;
  }
}

inline void add_fields(Runner& runner, unsigned edge) {
  const unsigned n = edge * edge;
  const dim3 blocks(edge / 32, edge / 8), threads(32, 8);
  runner.add(sized("wave_direct", edge), [=] {
    auto now = floats(n), before = floats(n, 2);
    return [=] { wave_direct<<<blocks, threads>>>(now->get(), before->get(), edge); };
  });
  runner.add(sized("wave_tiled", edge), [=] {
    auto now = floats(n), before = floats(n, 2);
    return [=] { wave_tiled<<<blocks, threads>>>(now->get(), before->get(), edge); };
  });
  runner.add(sized("grey_pixels", n), [=] {
    auto pixels = zeros<uchar3>(n);
    auto grey = zeros<unsigned char>(n);
    return [=] { grey_pixels<<<n / 256, 256>>>(pixels->get(), grey->get(), n); };
  });
  runner.add(sized("grey_planes", n), [=] {
    auto planes = zeros<uchar4>(n / 4 * 3), grey = zeros<uchar4>(n / 4);
    return [=] {
      const uchar4* const red = planes->get();
      grey_planes<<<n / 1024, 256>>>(red, red + n / 4, red + n / 2, grey->get(), n / 4);
    };
  });
  runner.add(sized("edges", edge), [=] {
    auto in = filled(random_numbers<unsigned char>(n, 256));
    auto out = zeros<unsigned char>(n);
    return [=] { edges<<<blocks, threads>>>(in->get(), out->get(), static_cast<int>(edge)); };
  });
}

inline void add_second_images(Runner& runner) {
  for (const unsigned edge : {512U, 2048U}) {
    add_fields(runner, edge);
  }
  for (const unsigned edge : {128U, 512U}) {
    runner.add(sized("enlarge", edge), [=] {
      auto in = floats(edge * edge), out = zeros<float>(9 * edge * edge);
      const dim3 blocks(edge * 3 / 32, edge * 3 / 8);
      return [=] { enlarge<<<blocks, dim3(32, 8)>>>(in->get(), out->get(), edge); };
    });
  }
  for (const unsigned bits : {18U, 22U}) {
    const unsigned n = 1U << bits;
    runner.add(sized("quantise", n), [=] {
      auto in = zeros<float4>(n / 4);
      auto out = zeros<char4>(n / 4);
      auto scales = zeros<float>(n / 1024);
      return [=] { quantise<<<n / 1024, 256>>>(in->get(), out->get(), scales->get()); };
    });
  }
}

}  // namespace calibration
