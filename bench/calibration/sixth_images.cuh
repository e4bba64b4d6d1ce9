// Sixth blind test, images and sound: blends, slopes of a landscape, blur by motion, bright pixels,
// samples at another rate.
#pragma once

#include "cases.cuh"

namespace calibration {

/// One image over another: a value a thread, or four.
__global__ void blend_one(const float* front, const float* back, const float* cover, float* out,
                          unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = cover[i] * front[i] + (1 - cover[i]) * back[i];
  }
}

__global__ void blend_four(const float4* front, const float4* back, const float4* cover,
                           float4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 f = front[i], b = back[i], c = cover[i];
    out[i] = make_float4(c.x * f.x + (1 - c.x) * b.x, c.y * f.y + (1 - c.y) * b.y,
                         c.z * f.z + (1 - c.z) * b.z, c.w * f.w + (1 - c.w) * b.w);
  }
}

/// How steep a landscape is, by the eight heights around each: from memory, or from a tile.
__global__ void slopes_plain(const float* heights, float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
    const float* above = heights + (y - 1) * width + x;
    const float* here = above + width;
    const float* below = here + width;
    const float dx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
    const float dy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    out[y * width + x] = sqrtf(dx * dx + dy * dy) * 0.125F;
  }
}

__global__ void slopes_tiled(const float* heights, float* out, unsigned width, unsigned height) {
  __shared__ float tile[18][18];
  const int first_x = static_cast<int>(blockIdx.x * 16) - 1;
  const int first_y = static_cast<int>(blockIdx.y * 16) - 1;
  for (unsigned k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
    const int x = min(max(first_x + static_cast<int>(k % 18), 0), static_cast<int>(width) - 1);
    const int y = min(max(first_y + static_cast<int>(k / 18), 0), static_cast<int>(height) - 1);
    tile[k / 18][k % 18] = heights[static_cast<unsigned>(y) * width + static_cast<unsigned>(x)];
  }
  __syncthreads();
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
    const float dx = tile[ty][tx + 2] + 2 * tile[ty + 1][tx + 2] + tile[ty + 2][tx + 2] -
                     tile[ty][tx] - 2 * tile[ty + 1][tx] - tile[ty + 2][tx];
    const float dy = tile[ty + 2][tx] + 2 * tile[ty + 2][tx + 1] + tile[ty + 2][tx + 2] -
                     tile[ty][tx] - 2 * tile[ty][tx + 1] - tile[ty][tx + 2];
    out[y * width + x] = sqrtf(dx * dx + dy * dy) * 0.125F;
  }
}

/// Mean of the last twelve pixels: along rows, or along columns.
template <bool kAlongRows>
__global__ void streaks(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float sum = 0;
    for (unsigned k = 0; k < 12; ++k) {
      const unsigned from_x = kAlongRows ? (x >= k ? x - k : 0) : x;
      const unsigned from_y = kAlongRows ? y : (y >= k ? y - k : 0);
      sum += in[from_y * width + from_x];
    }
    out[y * width + x] = sum / 12;
  }
}

/// How many pixels are bright: a counter of the block for each, or a vote of the block.
__global__ void bright_counters(const float* in, unsigned* count, unsigned n) {
  __shared__ unsigned here;
  if (threadIdx.x == 0) {
    here = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.5F) {
    atomicAdd(&here, 1U);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, here);
  }
}

__global__ void bright_votes(const float* in, unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int here = __syncthreads_count(i < n && in[i] > 0.5F ? 1 : 0);
  if (threadIdx.x == 0) {
    atomicAdd(count, static_cast<unsigned>(here));
  }
}

/// Sound at another rate: the nearest sample, or a mixture of the two around it.
__global__ void resampled_nearest(const float* in, float* out, float rate, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const auto from = static_cast<unsigned>(static_cast<float>(i) * rate + 0.5F);
    out[i] = in[min(from, n - 1)];
  }
}

__global__ void resampled_mixed(const float* in, float* out, float rate, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float place = static_cast<float>(i) * rate;
    const auto from = static_cast<unsigned>(place);
    const float part = place - static_cast<float>(from);
    const float left = in[min(from, n - 1)], right = in[min(from + 1, n - 1)];
    out[i] = left + part * (right - left);
  }
}

inline void add_blends(Runner& runner, unsigned n) {
  runner.add(sized("blend_one", n), [=] {
    auto front = floats(n), back = floats(n, 2), cover = floats(n, 3), out = zeros<float>(n);
    return [=] {
      blend_one<<<n / 256, 256>>>(front->get(), back->get(), cover->get(), out->get(), n);
    };
  });
  runner.add(sized("blend_four", n), [=] {
    auto front = floats(n), back = floats(n, 2), cover = floats(n, 3), out = zeros<float>(n);
    const auto four = [](const Shared<float>& buffer) {
      return reinterpret_cast<float4*>(buffer->get());
    };
    return [=] {
      blend_four<<<n / 1024, 256>>>(four(front), four(back), four(cover), four(out), n / 4);
    };
  });
}

inline void add_landscapes(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 squares(n / 16, n / 16), square(16, 16), wide(n / 32, n / 8), row(32, 8);
  runner.add(sized("slopes_plain", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { slopes_plain<<<wide, row>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("slopes_tiled", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { slopes_tiled<<<squares, square>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("streaks_rows", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { streaks<true><<<wide, row>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("streaks_columns", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { streaks<false><<<wide, row>>>(in->get(), out->get(), n, n); };
  });
}

inline void add_samples(Runner& runner, unsigned n) {
  runner.add(sized("bright_counters", n), [=] {
    auto in = floats(n);
    auto count = zeros<unsigned>(1);
    return [=] { bright_counters<<<n / 256, 256>>>(in->get(), count->get(), n); };
  });
  runner.add(sized("bright_votes", n), [=] {
    auto in = floats(n);
    auto count = zeros<unsigned>(1);
    return [=] { bright_votes<<<n / 256, 256>>>(in->get(), count->get(), n); };
  });
  runner.add(sized("resampled_nearest", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { resampled_nearest<<<n / 256, 256>>>(in->get(), out->get(), 0.73F, n); };
  });
  runner.add(sized("resampled_mixed", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { resampled_mixed<<<n / 256, 256>>>(in->get(), out->get(), 0.73F, n); };
  });
}

inline void add_sixth_images(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_blends(runner, n);
    add_samples(runner, n);
  }
  for (const unsigned n : {512U, 1024U}) {
    add_landscapes(runner, n);
  }
}

}  // namespace calibration
