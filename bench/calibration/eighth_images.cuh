// Eighth blind test, images and sounds: patterns of neighbours, noise taken out, channels apart,
// quarter turns, two sounds in one.
#pragma once

#include "cases.cuh"

namespace calibration {

/// A bit for each of the eight neighbours that is not darker than the pixel in the middle.
__device__ inline unsigned char pattern_around(const unsigned char* here, unsigned pitch) {
  const unsigned char middle = here[0];
  const unsigned char* above = here - pitch;
  const unsigned char* below = here + pitch;
  unsigned bits = 0;
  bits |= above[-1] >= middle ? 1U : 0;
  bits |= above[0] >= middle ? 2U : 0;
  bits |= above[1] >= middle ? 4U : 0;
  bits |= here[1] >= middle ? 8U : 0;
  bits |= below[1] >= middle ? 16U : 0;
  bits |= below[0] >= middle ? 32U : 0;
  bits |= below[-1] >= middle ? 64U : 0;
  bits |= here[-1] >= middle ? 128U : 0;
  return static_cast<unsigned char>(bits);
}

/// Local binary patterns of an image of bytes: neighbours from memory, or from a tile.
__global__ void pattern_plain(const unsigned char* in, unsigned char* out, unsigned width,
                              unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && y >= 1 && x + 1 < width && y + 1 < height) {
    out[y * width + x] = pattern_around(in + y * width + x, width);
  }
}

__global__ void pattern_tiled(const unsigned char* in, unsigned char* out, unsigned width,
                              unsigned height) {
  __shared__ unsigned char tile[10 * 34];
  const int first_x = static_cast<int>(blockIdx.x * 32) - 1;
  const int first_y = static_cast<int>(blockIdx.y * 8) - 1;
  for (unsigned k = threadIdx.y * 32 + threadIdx.x; k < 10 * 34; k += 256) {
    const int x = min(max(first_x + static_cast<int>(k % 34), 0), static_cast<int>(width) - 1);
    const int y = min(max(first_y + static_cast<int>(k / 34), 0), static_cast<int>(height) - 1);
    tile[k] = in[static_cast<unsigned>(y) * width + static_cast<unsigned>(x)];
  }
  __syncthreads();
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= 1 && y >= 1 && x + 1 < width && y + 1 < height) {
    out[y * width + x] = pattern_around(tile + (threadIdx.y + 1) * 34 + threadIdx.x + 1, 34);
  }
}

/// Means of 5 x 5 pixels in which pixels count less the more they differ from the middle one: from
/// memory, or from a tile.
__global__ void soften_plain(const float* in, float* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height) {
    const float middle = in[y * width + x];
    float sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        const int nx = min(max(x + dx, 0), width - 1), ny = min(max(y + dy, 0), height - 1);
        const float pixel = in[ny * width + nx], differs = pixel - middle;
        const float weight = expf(-4 * differs * differs);
        sum += weight * pixel;
        weights += weight;
      }
    }
    out[y * width + x] = sum / weights;
  }
}

__global__ void soften_tiled(const float* in, float* out, int width, int height) {
  __shared__ float tile[20][20];
  const int first_x = static_cast<int>(blockIdx.x * 16) - 2;
  const int first_y = static_cast<int>(blockIdx.y * 16) - 2;
  for (unsigned ty = threadIdx.y; ty < 20; ty += 16) {
    for (unsigned tx = threadIdx.x; tx < 20; tx += 16) {
      const int nx = min(max(first_x + static_cast<int>(tx), 0), width - 1);
      const int ny = min(max(first_y + static_cast<int>(ty), 0), height - 1);
      tile[ty][tx] = in[ny * width + nx];
    }
  }
  __syncthreads();
  const int x = first_x + 2 + static_cast<int>(threadIdx.x);
  const int y = first_y + 2 + static_cast<int>(threadIdx.y);
  if (x < width && y < height) {
    const float middle = tile[threadIdx.y + 2][threadIdx.x + 2];
    float sum = 0, weights = 0;
    for (unsigned dy = 0; dy < 5; ++dy) {
      for (unsigned dx = 0; dx < 5; ++dx) {
        const float pixel = tile[threadIdx.y + dy][threadIdx.x + dx], differs = pixel - middle;
        const float weight = expf(-4 * differs * differs);
        sum += weight * pixel;
        weights += weight;
      }
    }
    out[y * width + x] = sum / weights;
  }
}

/// Pixels of four channels become four planes: a thread a word, or a pixel.
__global__ void unwoven_words(const float* in, float* out, unsigned pixels) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4 * pixels) {
    out[i % 4 * pixels + i / 4] = in[i];
  }
}

__global__ void unwoven_fours(const float4* in, float* out, unsigned pixels) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) {
    const float4 pixel = in[i];
    out[i] = pixel.x;
    out[pixels + i] = pixel.y;
    out[2 * pixels + i] = pixel.z;
    out[3 * pixels + i] = pixel.w;
  }
}

/// A square image of bytes turned clockwise by a quarter: pixel by pixel, or by tiles.
__global__ void quarterturn_plain(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[x * n + n - 1 - y] = in[y * n + x];
  }
}

__global__ void quarterturn_tiled(const unsigned char* in, unsigned char* out, unsigned n) {
  __shared__ unsigned char tile[32][36];
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (unsigned k = threadIdx.y; k < 32; k += 8) {
    tile[31 - k][threadIdx.x] = in[(y + k) * n + x];
  }
  __syncthreads();
  const unsigned to_x = n - 32 - y + threadIdx.x, to_y = blockIdx.x * 32;
  for (unsigned k = threadIdx.y; k < 32; k += 8) {
    out[(to_y + k) * n + to_x] = tile[threadIdx.x][k];
  }
}

/// Two samples by their volumes in 256ths, at most the greatest short.
__device__ inline short both_sounds(short a, short b, int2 volumes) {
  const int sum = (a * volumes.x + b * volumes.y) >> 8;
  return static_cast<short>(min(max(sum, -32768), 32767));
}

/// Two sounds become one: a sample a thread, or four.
__global__ void mixed_singles(const short* a, const short* b, short* out, int2 volumes,
                              unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = both_sounds(a[i], b[i], volumes);
  }
}

__global__ void mixed_fours(const short4* a, const short4* b, short4* out, int2 volumes,
                            unsigned fours) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < fours) {
    const short4 p = a[i], q = b[i];
    out[i] = make_short4(both_sounds(p.x, q.x, volumes), both_sounds(p.y, q.y, volumes),
                         both_sounds(p.z, q.z, volumes), both_sounds(p.w, q.w, volumes));
  }
}

inline void add_patterns(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 wide(n / 32, n / 8), row(32, 8);
  runner.add(sized("pattern_plain", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { pattern_plain<<<wide, row>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("pattern_tiled", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { pattern_tiled<<<wide, row>>>(in->get(), out->get(), n, n); };
  });
}

inline void add_softer_images(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const int edge = static_cast<int>(n);
  const dim3 blocks(n / 16, n / 16), square(16, 16);
  runner.add(sized("soften_plain", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { soften_plain<<<blocks, square>>>(in->get(), out->get(), edge, edge); };
  });
  runner.add(sized("soften_tiled", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { soften_tiled<<<blocks, square>>>(in->get(), out->get(), edge, edge); };
  });
}

inline void add_channels(Runner& runner, unsigned n) {
  runner.add(sized("unwoven_words", n), [=] {
    auto in = floats(4 * n), out = zeros<float>(4 * n);
    return [=] { unwoven_words<<<n / 64, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("unwoven_fours", n), [=] {
    auto in = floats(4 * n), out = zeros<float>(4 * n);
    return [=] {
      unwoven_fours<<<n / 256, 256>>>(reinterpret_cast<const float4*>(in->get()), out->get(), n);
    };
  });
}

inline void add_quarter_turns(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 row(32, 8);
  runner.add(sized("quarterturn_plain", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { quarterturn_plain<<<dim3(n / 32, n / 8), row>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("quarterturn_tiled", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { quarterturn_tiled<<<dim3(n / 32, n / 32), row>>>(in->get(), out->get(), n); };
  });
}

inline void add_sounds(Runner& runner, unsigned n) {
  const auto sound = [=](std::uint64_t seed) {
    return filled(random_numbers<short>(n, 65536, seed));
  };
  const int2 volumes = make_int2(200, 160);
  runner.add(sized("mixed_singles", n), [=] {
    auto a = sound(1), b = sound(2), out = zeros<short>(n);
    return [=] { mixed_singles<<<n / 256, 256>>>(a->get(), b->get(), out->get(), volumes, n); };
  });
  runner.add(sized("mixed_fours", n), [=] {
    auto a = sound(1), b = sound(2), out = zeros<short>(n);
    const auto fours = [](const Shared<short>& buffer) {
      return reinterpret_cast<short4*>(buffer->get());
    };
    return [=] { mixed_fours<<<n / 1024, 256>>>(fours(a), fours(b), fours(out), volumes, n / 4); };
  });
}

inline void add_eighth_images(Runner& runner) {
  for (const unsigned n : {1024U, 4096U}) {
    add_patterns(runner, n);
    add_quarter_turns(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_softer_images(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_channels(runner, n);
  }
  for (const unsigned n : {1U << 20, 1U << 24}) {
    add_sounds(runner, n);
  }
}

}  // namespace calibration
