// Tenth blind test, images: smooth but for edges, a pixel against its neighbours, depth from two
// views, lines through points, clouds.
#pragma once

#include "cases.cuh"

namespace calibration {

/// How much a neighbour counts in a smoothed image by how far away it is, for 5 x 5 pixels.
__constant__ float nearness[25];
constexpr float kTone = 1.0F / 800;

/// Smoothed, but not across edges: weights by difference from the exponential function, or from a
/// table of all differences.
__global__ void bilateral_exps(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x + 4 >= n || y + 4 >= n) {
    return;
  }
  const int middle = in[(y + 2) * n + x + 2];
  float sum = 0, weights = 0;
  for (int dy = 0; dy < 5; ++dy) {
    for (int dx = 0; dx < 5; ++dx) {
      const int pixel = in[(y + dy) * n + x + dx];
      const auto difference = static_cast<float>(pixel - middle);
      const auto away = static_cast<float>((dx - 2) * (dx - 2) + (dy - 2) * (dy - 2));
      const float weight = expf(-0.125F * away - kTone * difference * difference);
      sum += weight * static_cast<float>(pixel);
      weights += weight;
    }
  }
  out[(y + 2) * n + x + 2] = static_cast<unsigned char>(sum / weights + 0.5F);
}

__global__ void bilateral_table(const unsigned char* in, const float* table, unsigned char* out,
                                unsigned n) {
  __shared__ float tones[256];
  const unsigned t = threadIdx.y * 32 + threadIdx.x;
  tones[t] = table[t];
  __syncthreads();
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x + 4 >= n || y + 4 >= n) {
    return;
  }
  const int middle = in[(y + 2) * n + x + 2];
  float sum = 0, weights = 0;
  for (int dy = 0; dy < 5; ++dy) {
    for (int dx = 0; dx < 5; ++dx) {
      const int pixel = in[(y + dy) * n + x + dx];
      const float weight = nearness[dy * 5 + dx] * tones[abs(pixel - middle)];
      sum += weight * static_cast<float>(pixel);
      weights += weight;
    }
  }
  out[(y + 2) * n + x + 2] = static_cast<unsigned char>(sum / weights + 0.5F);
}

/// Which of the 24 pixels around each one are darker than it, a bit each: pixels from memory, or
/// from a tile with a rim of two.
__global__ void census_plain(const unsigned char* in, unsigned* out, int n) {
  const int x = static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * 8 + threadIdx.y);
  const int middle = in[y * n + x];
  unsigned bits = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      if (dx != 0 || dy != 0) {
        const int row = min(max(y + dy, 0), n - 1), col = min(max(x + dx, 0), n - 1);
        bits = bits << 1 | (in[row * n + col] < middle ? 1U : 0U);
      }
    }
  }
  out[y * n + x] = bits;
}

__global__ void census_tiled(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned char tile[12][36];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int left = static_cast<int>(blockIdx.x) * 32, top = static_cast<int>(blockIdx.y) * 8;
  for (int row = ty; row < 12; row += 8) {
    for (int col = tx; col < 36; col += 32) {
      const int from_row = min(max(top + row - 2, 0), n - 1);
      const int from_col = min(max(left + col - 2, 0), n - 1);
      tile[row][col] = in[from_row * n + from_col];
    }
  }
  __syncthreads();
  const int middle = tile[ty + 2][tx + 2];
  unsigned bits = 0;
  for (int dy = 0; dy < 5; ++dy) {
    for (int dx = 0; dx < 5; ++dx) {
      if (dx != 2 || dy != 2) {
        bits = bits << 1 | (tile[ty + dy][tx + dx] < middle ? 1U : 0U);
      }
    }
  }
  out[(top + ty) * n + left + tx] = bits;
}

constexpr unsigned kFarthest = 32, kWindow = 9;

/// By how many pixels what is in the left view lies further left in the right one, by windows of
/// nine pixels of a row: from memory, or from pieces of rows in shared memory.
__global__ void stereo_global(const unsigned char* left, const unsigned char* right,
                              unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y * n;
  if (x < kFarthest || x + kWindow > n) {
    return;
  }
  int best = 0, least = 1 << 30;
  for (unsigned shift = 0; shift < kFarthest; ++shift) {
    int cost = 0;
    for (unsigned k = 0; k < kWindow; ++k) {
      cost += abs(left[row + x + k] - right[row + x + k - shift]);
    }
    best = cost < least ? static_cast<int>(shift) : best;
    least = min(least, cost);
  }
  out[row + x] = static_cast<unsigned char>(best);
}

__global__ void stereo_shared(const unsigned char* left, const unsigned char* right,
                              unsigned char* out, unsigned n) {
  __shared__ unsigned char from_left[256 + kWindow], from_right[256 + kWindow + kFarthest];
  const unsigned t = threadIdx.x, first = blockIdx.x * 256, row = blockIdx.y * n;
  for (unsigned k = t; k < 256 + kWindow; k += 256) {
    from_left[k] = left[row + min(first + k, n - 1)];
  }
  for (unsigned k = t; k < 256 + kWindow + kFarthest; k += 256) {
    from_right[k] = right[row + min(max(first + k, kFarthest) - kFarthest, n - 1)];
  }
  __syncthreads();
  const unsigned x = first + t;
  if (x < kFarthest || x + kWindow > n) {
    return;
  }
  int own[kWindow];
#pragma unroll
  for (unsigned k = 0; k < kWindow; ++k) {
    own[k] = from_left[t + k];
  }
  int best = 0, least = 1 << 30;
  for (unsigned shift = 0; shift < kFarthest; ++shift) {
    int cost = 0;
#pragma unroll
    for (unsigned k = 0; k < kWindow; ++k) {
      cost += abs(own[k] - from_right[t + k + kFarthest - shift]);
    }
    best = cost < least ? static_cast<int>(shift) : best;
    least = min(least, cost);
  }
  out[row + x] = static_cast<unsigned char>(best);
}

constexpr unsigned kLineAngles = 64, kLineBins = 512;
__constant__ float2 line_directions[kLineAngles];

/// Where lines of a direction through a point of an image of 1024 x 1024 lie.
__device__ inline unsigned line_bin(ushort2 point, float2 direction) {
  const float away = direction.x * point.x + direction.y * point.y;
  return min(static_cast<unsigned>((away + 1024) * 0.2F), kLineBins - 1);
}

/// Votes of points for lines: a thread a point, each vote on the device, or a block for some
/// points and one direction.
__global__ void hough_global(const ushort2* points, unsigned* votes, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const ushort2 point = points[i];
    for (unsigned angle = 0; angle < kLineAngles; ++angle) {
      atomicAdd(&votes[angle * kLineBins + line_bin(point, line_directions[angle])], 1U);
    }
  }
}

__global__ void hough_shared(const ushort2* points, unsigned* votes, unsigned n) {
  __shared__ unsigned own[kLineBins];
  for (unsigned k = threadIdx.x; k < kLineBins; k += blockDim.x) {
    own[k] = 0;
  }
  __syncthreads();
  const float2 direction = line_directions[blockIdx.y];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[line_bin(points[i], direction)], 1U);
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < kLineBins; k += blockDim.x) {
    if (own[k] > 0) {
      atomicAdd(&votes[blockIdx.y * kLineBins + k], own[k]);
    }
  }
}

/// A slope in one of eight directions, at a place.
__device__ inline float slope_at(unsigned direction, float x, float y) {
  const float along = (direction & 4) != 0 ? x : y, across = (direction & 4) != 0 ? y : x;
  return ((direction & 1) != 0 ? -along : along) + ((direction & 2) != 0 ? -0.5F : 0.5F) * across;
}

/// Clouds at a place, four octaves: `direction_of` has the slope's direction at a corner.
template <class Directions>
__device__ inline float clouds(float x, float y, const Directions& direction_of) {
  float sum = 0, strength = 1;
  for (unsigned octave = 0; octave < 4; ++octave) {
    const auto col = static_cast<unsigned>(x), row = static_cast<unsigned>(y);
    const float u = x - static_cast<float>(col), v = y - static_cast<float>(row);
    const float across = u * u * (3 - 2 * u), down = v * v * (3 - 2 * v);
    const float a = slope_at(direction_of(col, row), u, v);
    const float b = slope_at(direction_of(col + 1, row), u - 1, v);
    const float c = slope_at(direction_of(col, row + 1), u, v - 1);
    const float d = slope_at(direction_of(col + 1, row + 1), u - 1, v - 1);
    const float high = a + across * (b - a), low = c + across * (d - c);
    sum += strength * (high + down * (low - high));
    strength *= 0.5F;
    x *= 2;
    y *= 2;
  }
  return sum;
}

/// An image of clouds: directions at corners from numbers in mixed order, two look-ups each in
/// memory, or worked out.
__global__ void perlin_table(const unsigned char* order, float* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = clouds(static_cast<float>(x) / 32, static_cast<float>(y) / 32,
                            [=](unsigned col, unsigned row) -> unsigned {
                              return order[(order[col % 256] + row) % 256];
                            });
  }
}

__global__ void perlin_hashed(float* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = clouds(static_cast<float>(x) / 32, static_cast<float>(y) / 32,
                            [](unsigned col, unsigned row) {
                              unsigned hash = col * 0x9E3779B1U + row * 0x85EBCA77U;
                              hash ^= hash >> 15;
                              return hash * 0xC2B2AE3DU >> 29;
                            });
  }
}

inline Shared<unsigned char> shades(unsigned size, std::uint64_t seed = 3) {
  return filled(random_numbers<unsigned char>(size, 256, seed));
}

inline void add_bilaterals(Runner& runner, unsigned n) {
  const dim3 blocks(n / 32, n / 8), row(32, 8);
  runner.add(sized("bilateral_exps", n * n), [=] {
    auto in = shades(n * n), out = zeros<unsigned char>(n * n);
    return [=] { bilateral_exps<<<blocks, row>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("bilateral_table", n * n), [=] {
    std::vector<float> tones(256), near(25);
    for (int k = 0; k < 256; ++k) {
      tones[k] = std::exp(-kTone * static_cast<float>(k * k));
    }
    for (int k = 0; k < 25; ++k) {
      const int dx = k % 5 - 2, dy = k / 5 - 2;
      near[k] = std::exp(-0.125F * static_cast<float>(dx * dx + dy * dy));
    }
    BENCH_CHECK(cudaMemcpyToSymbol(nearness, near.data(), sizeof nearness));
    auto in = shades(n * n), out = zeros<unsigned char>(n * n);
    auto table = filled(tones);
    return [=] { bilateral_table<<<blocks, row>>>(in->get(), table->get(), out->get(), n); };
  });
}

inline void add_censuses(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      auto in = shades(n * n);
      auto out = zeros<unsigned>(n * n);
      return [=] {
        kernel<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), static_cast<int>(n));
      };
    });
  };
  add("census_plain", census_plain);
  add("census_tiled", census_tiled);
}

inline void add_stereo(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      auto left = shades(n * n), right = shades(n * n, 5), out = zeros<unsigned char>(n * n);
      return [=] { kernel<<<dim3(n / 256, n), 256>>>(left->get(), right->get(), out->get(), n); };
    });
  };
  add("stereo_global", stereo_global);
  add("stereo_shared", stereo_shared);
}

inline void add_lines(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, dim3 blocks) {
    runner.add(sized(name, n), [=] {
      std::vector<float2> directions(kLineAngles);
      for (unsigned k = 0; k < kLineAngles; ++k) {
        const float angle = 3.14159265F * static_cast<float>(k) / kLineAngles;
        directions[k] = make_float2(std::cos(angle), std::sin(angle));
      }
      BENCH_CHECK(cudaMemcpyToSymbol(line_directions, directions.data(), sizeof line_directions));
      auto numbers = filled(random_numbers<unsigned short>(2 * n, 1024));
      auto votes = zeros<unsigned>(kLineAngles * kLineBins);
      return [=] {
        kernel<<<blocks, 256>>>(reinterpret_cast<const ushort2*>(numbers->get()), votes->get(), n);
      };
    });
  };
  add("hough_global", hough_global, dim3(n / 256));
  add("hough_shared", hough_shared, dim3(8, kLineAngles));
}

inline void add_clouds(Runner& runner, unsigned n) {
  const dim3 blocks(n / 32, n / 8), row(32, 8);
  runner.add(sized("perlin_table", n * n), [=] {
    auto order = shades(256);
    auto out = zeros<float>(n * n);
    return [=] { perlin_table<<<blocks, row>>>(order->get(), out->get(), n); };
  });
  runner.add(sized("perlin_hashed", n * n), [=] {
    auto out = zeros<float>(n * n);
    return [=] { perlin_hashed<<<blocks, row>>>(out->get(), n); };
  });
}

inline void add_tenth_images(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_bilaterals(runner, n);
    add_censuses(runner, n);
    add_clouds(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_stereo(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 17}) {
    add_lines(runner, n);
  }
}

}  // namespace calibration
