// Fourteenth blind test, images: filters of 7 x 7, Sobel's edges, a layer of 3 x 3 convolutions,
// Mandelbrot's set, how often each grey level is there.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr int kReach = 3, kMask = 2 * kReach + 1;        // of the filter
constexpr int kInTile = 32, kOutTile = 32 - 2 * kReach;  // what its block reads and writes
constexpr unsigned kChannelsIn = 16, kChannelsOut = 32;  // of the layer
constexpr unsigned kLevels = 256;

__constant__ float filter2d_weights[kMask * kMask];

/// A filter of 7 x 7 whose weights lie in global memory; nothing is beyond the edges.
__global__ void filter2d_global(const float* in, const float* weights, float* out, int width,
                                int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= height || col >= width) {
    return;
  }
  float sum = 0;
  for (int i = 0; i < kMask; ++i) {
    for (int k = 0; k < kMask; ++k) {
      const int y = row - kReach + i, x = col - kReach + k;
      if (y >= 0 && y < height && x >= 0 && x < width) {
        sum += weights[i * kMask + k] * in[y * width + x];
      }
    }
  }
  out[row * width + col] = sum;
}

/// The same, weights in constant memory.
__global__ void filter2d_constant(const float* in, float* out, int width, int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= height || col >= width) {
    return;
  }
  float sum = 0;
  for (int i = 0; i < kMask; ++i) {
    for (int k = 0; k < kMask; ++k) {
      const int y = row - kReach + i, x = col - kReach + k;
      if (y >= 0 && y < height && x >= 0 && x < width) {
        sum += filter2d_weights[i * kMask + k] * in[y * width + x];
      }
    }
  }
  out[row * width + col] = sum;
}

/// A block reads a tile of 32 x 32 into shared memory and writes the 26 x 26 inside.
__global__ void filter2d_halo(const float* in, float* out, int width, int height) {
  __shared__ float tile[kInTile][kInTile];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int col = static_cast<int>(blockIdx.x) * kOutTile + tx - kReach;
  const int row = static_cast<int>(blockIdx.y) * kOutTile + ty - kReach;
  const bool is_inside = row >= 0 && row < height && col >= 0 && col < width;
  tile[ty][tx] = is_inside ? in[row * width + col] : 0.0F;
  __syncthreads();
  const int x = tx - kReach, y = ty - kReach;
  if (is_inside && x >= 0 && x < kOutTile && y >= 0 && y < kOutTile) {
    float sum = 0;
    for (int i = 0; i < kMask; ++i) {
      for (int k = 0; k < kMask; ++k) {
        sum += filter2d_weights[i * kMask + k] * tile[y + i][x + k];
      }
    }
    out[row * width + col] = sum;
  }
}

/// Sobel's edges of a grey image, all neighbours from global memory; the rim is black.
__global__ void sobel_plain(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) {
    return;
  }
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = 0;
    return;
  }
  const unsigned char* const up = in + (y - 1) * width + x;
  const unsigned char* const here = up + width;
  const unsigned char* const down = here + width;
  const int across = up[1] + 2 * here[1] + down[1] - up[-1] - 2 * here[-1] - down[-1];
  const int along = down[-1] + 2 * down[0] + down[1] - up[-1] - 2 * up[0] - up[1];
  const float size = sqrtf(static_cast<float>(across * across + along * along));
  out[y * width + x] = static_cast<unsigned char>(fminf(size, 255.0F));
}

/// The same from a tile of 18 x 18 in shared memory.
__global__ void sobel_tiled(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ int tile[18][18];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int left = static_cast<int>(blockIdx.x) * 16, top = static_cast<int>(blockIdx.y) * 16;
  for (int i = ty * 16 + tx; i < 18 * 18; i += 256) {
    const int col = min(max(left + i % 18 - 1, 0), width - 1);
    const int row = min(max(top + i / 18 - 1, 0), height - 1);
    tile[i / 18][i % 18] = in[row * width + col];
  }
  __syncthreads();
  const int x = left + tx, y = top + ty;
  if (x >= width || y >= height) {
    return;
  }
  const int across = tile[ty][tx + 2] + 2 * tile[ty + 1][tx + 2] + tile[ty + 2][tx + 2] -
                     tile[ty][tx] - 2 * tile[ty + 1][tx] - tile[ty + 2][tx];
  const int along = tile[ty + 2][tx] + 2 * tile[ty + 2][tx + 1] + tile[ty + 2][tx + 2] -
                    tile[ty][tx] - 2 * tile[ty][tx + 1] - tile[ty][tx + 2];
  const float size = sqrtf(static_cast<float>(across * across + along * along));
  const bool is_rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  out[y * width + x] = is_rim ? 0 : static_cast<unsigned char>(fminf(size, 255.0F));
}

/// A layer of 3 x 3 convolutions, 16 channels to 32: a thread a value, all from global memory.
__global__ void conv3x3_plain(const float* in, const float* weights, float* out, int size) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const unsigned channel_out = blockIdx.z;
  if (x >= size || y >= size) {
    return;
  }
  float sum = 0;
  for (unsigned channel = 0; channel < kChannelsIn; ++channel) {
    const float* const plane = in + channel * static_cast<unsigned>(size * size);
    const float* const w = weights + (channel_out * kChannelsIn + channel) * 9;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        const int row = y + i - 1, col = x + k - 1;
        if (row >= 0 && row < size && col >= 0 && col < size) {
          sum += w[i * 3 + k] * plane[row * size + col];
        }
      }
    }
  }
  out[channel_out * static_cast<unsigned>(size * size) + static_cast<unsigned>(y * size + x)] =
      fmaxf(sum, 0.0F);
}

/// The same: weights and a channel's tile of 18 x 18 in shared memory.
__global__ void conv3x3_tiled(const float* in, const float* weights, float* out, int size) {
  __shared__ float tile[18][18], w[kChannelsIn * 9];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int left = static_cast<int>(blockIdx.x) * 16, top = static_cast<int>(blockIdx.y) * 16;
  const unsigned channel_out = blockIdx.z, thread = threadIdx.y * 16 + threadIdx.x;
  if (thread < kChannelsIn * 9) {
    w[thread] = weights[channel_out * kChannelsIn * 9 + thread];
  }
  float sum = 0;
  for (unsigned channel = 0; channel < kChannelsIn; ++channel) {
    const float* const plane = in + channel * static_cast<unsigned>(size * size);
    for (int i = ty * 16 + tx; i < 18 * 18; i += 256) {
      const int row = top + i / 18 - 1, col = left + i % 18 - 1;
      const bool is_inside = row >= 0 && row < size && col >= 0 && col < size;
      tile[i / 18][i % 18] = is_inside ? plane[row * size + col] : 0.0F;
    }
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        sum += w[channel * 9 + static_cast<unsigned>(i * 3 + k)] * tile[ty + i][tx + k];
      }
    }
    __syncthreads();
  }
  const int x = left + tx, y = top + ty;
  if (x < size && y < size) {
    out[channel_out * static_cast<unsigned>(size * size) + static_cast<unsigned>(y * size + x)] =
        fmaxf(sum, 0.0F);
  }
}

/// Mandelbrot's set, at most 256 steps a pixel; how pixels lie in a warp is the launch's choice.
__global__ void mandelbrot(unsigned char* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  const float c_real = -2.0F + 3.0F * static_cast<float>(x) / static_cast<float>(width);
  const float c_imag = -1.5F + 3.0F * static_cast<float>(y) / static_cast<float>(height);
  float real = 0, imag = 0;
  unsigned steps = 0;
  while (steps < 255 && real * real + imag * imag < 4.0F) {
    const float next = real * real - imag * imag + c_real;
    imag = 2.0F * real * imag + c_imag;
    real = next;
    ++steps;
  }
  out[y * width + x] = static_cast<unsigned char>(steps);
}

/// How often each grey level is there, four pixels a thread, counted in global memory.
__global__ void graylevels_global(const uchar4* pixels, unsigned* bins, unsigned fours) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < fours) {
    const uchar4 p = pixels[i];
    atomicAdd(&bins[p.x], 1U);
    atomicAdd(&bins[p.y], 1U);
    atomicAdd(&bins[p.z], 1U);
    atomicAdd(&bins[p.w], 1U);
  }
}

/// Each block counts in its shared memory first.
__global__ void graylevels_shared(const uchar4* pixels, unsigned* bins, unsigned fours) {
  __shared__ unsigned own[kLevels];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
    const uchar4 p = pixels[i];
    atomicAdd(&own[p.x], 1U);
    atomicAdd(&own[p.y], 1U);
    atomicAdd(&own[p.z], 1U);
    atomicAdd(&own[p.w], 1U);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

/// Each of a block's eight warps counts in its own part of shared memory.
__global__ void graylevels_warps(const uchar4* pixels, unsigned* bins, unsigned fours) {
  __shared__ unsigned own[8][kLevels];
  for (unsigned warp = 0; warp < 8; ++warp) {
    own[warp][threadIdx.x] = 0;
  }
  __syncthreads();
  unsigned* const mine = own[threadIdx.x / 32];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
    const uchar4 p = pixels[i];
    atomicAdd(&mine[p.x], 1U);
    atomicAdd(&mine[p.y], 1U);
    atomicAdd(&mine[p.z], 1U);
    atomicAdd(&mine[p.w], 1U);
  }
  __syncthreads();
  unsigned sum = 0;
  for (unsigned warp = 0; warp < 8; ++warp) {
    sum += own[warp][threadIdx.x];
  }
  atomicAdd(&bins[threadIdx.x], sum);
}

inline void add_fourteenth_filters(Runner& runner, unsigned n) {
  const int side = static_cast<int>(n);
  const auto set_weights = [] {
    const std::vector<float> weights = bench::random_floats(kMask * kMask, 6);
    BENCH_CHECK(cudaMemcpyToSymbol(filter2d_weights, weights.data(), sizeof(filter2d_weights)));
    return weights;
  };
  const dim3 grid(n / 16, n / 16), block(16, 16);
  runner.add(sized("filter2d_global", n), [=] {
    auto in = floats(n * n), weights = filled(set_weights()), out = zeros<float>(n * n);
    return [=] {
      filter2d_global<<<grid, block>>>(in->get(), weights->get(), out->get(), side, side);
    };
  });
  runner.add(sized("filter2d_constant", n), [=] {
    set_weights();
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { filter2d_constant<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
  runner.add(sized("filter2d_halo", n), [=] {
    set_weights();
    auto in = floats(n * n), out = zeros<float>(n * n);
    const unsigned tiles = (n + kOutTile - 1) / kOutTile;
    return [=] {
      filter2d_halo<<<dim3(tiles, tiles), dim3(kInTile, kInTile)>>>(in->get(), out->get(), side,
                                                                    side);
    };
  });
  runner.add(sized("sobel_plain", n), [=] {
    auto in = filled(random_numbers<unsigned char>(n * n, 256)), out = zeros<unsigned char>(n * n);
    return [=] { sobel_plain<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
  runner.add(sized("sobel_tiled", n), [=] {
    auto in = filled(random_numbers<unsigned char>(n * n, 256)), out = zeros<unsigned char>(n * n);
    return [=] { sobel_tiled<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
}

inline void add_fourteenth_layers(Runner& runner, unsigned n) {
  const dim3 grid(n / 16, n / 16, kChannelsOut), block(16, 16);
  const auto add = [&](const char* name, auto* kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(n * n * kChannelsIn), weights = floats(kChannelsIn * kChannelsOut * 9, 2);
      auto out = zeros<float>(n * n * kChannelsOut);
      return [=] {
        kernel<<<grid, block>>>(in->get(), weights->get(), out->get(), static_cast<int>(n));
      };
    });
  };
  add("conv3x3_plain", conv3x3_plain);
  add("conv3x3_tiled", conv3x3_tiled);
}

inline void add_fourteenth_levels(Runner& runner, unsigned pixels) {
  const unsigned fours = pixels / 4, blocks = bench::blocks_for(fours);
  const auto add = [&](const char* name, auto* kernel, unsigned grid) {
    runner.add(sized(name, pixels), [=] {
      // The mean of two random bytes: middle greys are the most frequent.
      const auto a = random_numbers<unsigned char>(pixels, 256, 3);
      const auto b = random_numbers<unsigned char>(pixels, 256, 4);
      std::vector<uchar4> image(fours);
      const auto level = [&](std::size_t i) {
        return static_cast<unsigned char>((a[i] + b[i]) / 2);
      };
      for (std::size_t i = 0; i < fours; ++i) {
        image[i] = make_uchar4(level(i * 4), level(i * 4 + 1), level(i * 4 + 2), level(i * 4 + 3));
      }
      auto in = filled(image);
      auto bins = zeros<unsigned>(kLevels);
      return [=] { kernel<<<grid, kLevels>>>(in->get(), bins->get(), fours); };
    });
  };
  add("graylevels_global", graylevels_global, blocks);
  add("graylevels_shared", graylevels_shared, std::min(blocks, 528U));
  add("graylevels_warps", graylevels_warps, std::min(blocks, 528U));
}

inline void add_fourteenth_images(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_fourteenth_filters(runner, n);
  }
  for (const unsigned n : {64U, 256U}) {
    add_fourteenth_layers(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    runner.add(sized("mandelbrot_lines", n), [=] {
      auto out = zeros<unsigned char>(n * n);
      return [=] { mandelbrot<<<dim3(n / 256, n), dim3(256, 1)>>>(out->get(), n, n); };
    });
    runner.add(sized("mandelbrot_squares", n), [=] {
      auto out = zeros<unsigned char>(n * n);
      return [=] { mandelbrot<<<dim3(n / 8, n / 32), dim3(8, 32)>>>(out->get(), n, n); };
    });
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_fourteenth_levels(runner, n);
  }
}

}  // namespace calibration
