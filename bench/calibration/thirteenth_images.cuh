// Thirteenth blind test, images: tones for a screen, colours from a sensor, strokes made thinner,
// how alike two images are, an image at half the size again and again.
#pragma once

#include "cases.cuh"

namespace calibration {

/// A tone as a screen wants it.
__host__ __device__ inline unsigned screen_tone(unsigned tone) {
  return static_cast<unsigned>(255 * powf(static_cast<float>(tone) / 255, 1 / 2.2F) + 0.5F);
}

/// Four tones in a word, each replaced.
template <class Tone>
__device__ inline unsigned four_tones(unsigned word, const Tone& tone) {
  return tone(word & 255) | tone(word >> 8 & 255) << 8 | tone(word >> 16 & 255) << 16 |
         tone(word >> 24) << 24;
}

__constant__ unsigned char screen_tones[256];

/// Tones for a screen, worked out.
__global__ void gamma_formula(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = four_tones(in[i], [](unsigned tone) { return screen_tone(tone); });
  }
}

/// The same from a table in constant memory, where lanes want different places.
__global__ void gamma_constant(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = four_tones(in[i], [](unsigned tone) -> unsigned { return screen_tones[tone]; });
  }
}

/// The same from a table in shared memory; a block has 256 threads.
__global__ void gamma_shared(const unsigned* in, const unsigned char* table, unsigned* out,
                             unsigned n) {
  __shared__ unsigned char tones[256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tones[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  if (i < n) {
    out[i] = four_tones(in[i], [&](unsigned tone) -> unsigned { return tones[tone]; });
  }
}

/// A pixel's colour where a sensor has red and green by turns in even rows, green and blue in odd
/// ones: what is lacking is the mean of the neighbours that have it.
template <class At>
__device__ inline uchar4 sensor_colour(const At& at, bool odd_row, bool odd_column) {
  const unsigned own = at(0, 0);
  unsigned red = own, green = own, blue = own;
  if (odd_row == odd_column) {
    green = (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4;
    const unsigned corners = (at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1)) / 4;
    red = odd_row ? corners : own;
    blue = odd_row ? own : corners;
  } else {
    const unsigned across = (at(-1, 0) + at(1, 0)) / 2, down = (at(0, -1) + at(0, 1)) / 2;
    red = odd_row ? down : across;
    blue = odd_row ? across : down;
  }
  return make_uchar4(static_cast<unsigned char>(red), static_cast<unsigned char>(green),
                     static_cast<unsigned char>(blue), 255);
}

/// Beyond the edge it goes back, to a pixel of the same colour.
__device__ inline int mirrored(int place, int n) {
  return place < 0 ? -place : place >= n ? 2 * n - 2 - place : place;
}

/// Colours from a sensor, one pixel a thread.
__global__ void bayer_pixels(const unsigned char* in, uchar4* out, int n) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < n && y < n) {
    const auto at = [&](int right, int down) -> unsigned {
      return in[mirrored(y + down, n) * n + mirrored(x + right, n)];
    };
    out[y * n + x] = sensor_colour(at, y % 2 != 0, x % 2 != 0);
  }
}

/// The same, two by two pixels a thread, whose neighbourhood is read once.
__global__ void bayer_squares(const unsigned char* in, uchar4* out, int n) {
  const int x = 2 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = 2 * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < n && y < n) {
    unsigned around[4][4];
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      around[k / 4][k % 4] = in[mirrored(y + k / 4 - 1, n) * n + mirrored(x + k % 4 - 1, n)];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const auto at = [&](int right, int down) {
        return around[k / 2 + 1 + down][k % 2 + 1 + right];
      };
      out[(y + k / 2) * n + x + k % 2] = sensor_colour(at, k / 2 != 0, k % 2 != 0);
    }
  }
}

/// Whether a stroke stays whole without a pixel (half a step of Zhang and Suen), by the eight
/// pixels around it, clockwise from above.
__host__ __device__ inline bool may_go(const unsigned* ring) {
  unsigned set = 0, begins = 0;
  for (unsigned k = 0; k < 8; ++k) {
    set += ring[k];
    begins += ring[k] == 0 && ring[(k + 1) % 8] != 0 ? 1 : 0;
  }
  return set >= 2 && set <= 6 && begins == 1 && ring[0] * ring[2] * ring[4] == 0 &&
         ring[2] * ring[4] * ring[6] == 0;
}

/// Strokes half a step thinner, each pixel tested.
__global__ void thinning_tests(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned i = y * n + x;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1 || in[i] == 0) {
    if (x < n && y < n) {
      out[i] = 0;
    }
    return;
  }
  const unsigned ring[8] = {in[i - n], in[i - n + 1], in[i + 1], in[i + n + 1],
                            in[i + n], in[i + n - 1], in[i - 1], in[i - n - 1]};
  out[i] = may_go(ring) ? 0 : 1;
}

/// The same by a table of all 256 neighbourhoods, without branches for a pixel that is not set.
__global__ void thinning_table(const unsigned char* __restrict__ in,
                               const unsigned char* __restrict__ table,
                               unsigned char* __restrict__ out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const unsigned i = y * n + x;
    unsigned char pixel = 0;
    if (x > 0 && y > 0 && x + 1 < n && y + 1 < n) {
      const unsigned code = static_cast<unsigned>(in[i - n]) | in[i - n + 1] << 1 | in[i + 1] << 2 |
                            in[i + n + 1] << 3 | in[i + n] << 4 | in[i + n - 1] << 5 |
                            in[i - 1] << 6 | in[i - n - 1] << 7;
      pixel = in[i] & table[code];
    }
    out[i] = pixel;
  }
}

/// Sums of two images' pixels, and of their products.
struct Likeness {
  int left, right, lefts, rights, both;

  __device__ void add(int a, int b) {
    left += a;
    right += b;
    lefts += a * a;
    rights += b * b;
    both += a * b;
  }

  /// Structural similarity of 64 pixels.
  __device__ float value() const {
    const float a = static_cast<float>(left) / 64, b = static_cast<float>(right) / 64;
    const float spread_a = static_cast<float>(lefts) / 64 - a * a;
    const float spread_b = static_cast<float>(rights) / 64 - b * b;
    const float common = static_cast<float>(both) / 64 - a * b;
    return (2 * a * b + 6.5F) * (2 * common + 58.5F) /
           ((a * a + b * b + 6.5F) * (spread_a + spread_b + 58.5F));
  }
};

/// How alike each square of 8 x 8 is in two images, a thread a square.
__global__ void ssim_threads(const unsigned char* left, const unsigned char* right, float* out,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, squares = n / 8;
  if (i < squares * squares) {
    const unsigned first = i / squares * 8 * n + i % squares * 8;
    Likeness sums{};
    for (unsigned row = 0; row < 8; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        const unsigned place = first + row * n + column;
        sums.add(left[place], right[place]);
      }
    }
    out[i] = sums.value();
  }
}

/// The same, a warp a square, two pixels a lane.
__global__ void ssim_warps(const unsigned char* left, const unsigned char* right, float* out,
                           unsigned n) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, squares = n / 8;
  const unsigned i = thread / 32, lane = thread % 32;
  if (i < squares * squares) {
    const unsigned first = i / squares * 8 * n + i % squares * 8 + lane / 8 * n + lane % 8;
    Likeness sums{};
    sums.add(left[first], right[first]);
    sums.add(left[first + 4 * n], right[first + 4 * n]);
    for (int step = 16; step > 0; step /= 2) {
      sums.left += __shfl_xor_sync(~0U, sums.left, step);
      sums.right += __shfl_xor_sync(~0U, sums.right, step);
      sums.lefts += __shfl_xor_sync(~0U, sums.lefts, step);
      sums.rights += __shfl_xor_sync(~0U, sums.rights, step);
      sums.both += __shfl_xor_sync(~0U, sums.both, step);
    }
    if (lane == 0) {
      out[i] = sums.value();
    }
  }
}

/// An image at half the size, which is n x n.
__global__ void mipmap_halve(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const float* from = in + 4 * y * n + 2 * x;
    out[y * n + x] = (from[0] + from[1] + from[2 * n] + from[2 * n + 1]) / 4;
  }
}

/// The same three times in one go: 16 x 16 threads for 32 x 32 pixels.
__global__ void mipmap_once(const float* in, float* half, float* quarter, float* eighth,
                            unsigned n) {
  __shared__ float halves[16][16], quarters[8][8];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  const float* from = in + 2 * y * n + 2 * x;
  const float mean = (from[0] + from[1] + from[n] + from[n + 1]) / 4;
  half[y * (n / 2) + x] = mean;
  halves[ty][tx] = mean;
  __syncthreads();
  if (tx < 8 && ty < 8) {
    const float wider = (halves[2 * ty][2 * tx] + halves[2 * ty][2 * tx + 1] +
                         halves[2 * ty + 1][2 * tx] + halves[2 * ty + 1][2 * tx + 1]) /
                        4;
    quarter[(blockIdx.y * 8 + ty) * (n / 4) + blockIdx.x * 8 + tx] = wider;
    quarters[ty][tx] = wider;
  }
  __syncthreads();
  if (tx < 4 && ty < 4) {
    eighth[(blockIdx.y * 4 + ty) * (n / 8) + blockIdx.x * 4 + tx] =
        (quarters[2 * ty][2 * tx] + quarters[2 * ty][2 * tx + 1] + quarters[2 * ty + 1][2 * tx] +
         quarters[2 * ty + 1][2 * tx + 1]) /
        4;
  }
}

inline void add_gammas(Runner& runner, unsigned n) {
  const auto tones = [] {
    std::vector<unsigned char> table(256);
    for (unsigned k = 0; k < 256; ++k) {
      table[k] = static_cast<unsigned char>(screen_tone(k));
    }
    return table;
  };
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      BENCH_CHECK(cudaMemcpyToSymbol(screen_tones, tones().data(), sizeof screen_tones));
      auto in = filled(random_numbers<unsigned>(n, 1U << 31, 131)), out = zeros<unsigned>(n);
      return [=] { kernel<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
  };
  add("gamma_formula", gamma_formula);
  add("gamma_constant", gamma_constant);
  runner.add(sized("gamma_shared", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << 31, 131)), out = zeros<unsigned>(n);
    auto table = filled(tones());
    return [=] { gamma_shared<<<n / 256, 256>>>(in->get(), table->get(), out->get(), n); };
  });
}

inline void add_bayers(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned side) {
    runner.add(sized(name, n * n), [=] {
      auto in = filled(random_numbers<unsigned char>(n * n, 256, 132));
      auto out = zeros<uchar4>(n * n);
      return [=] {
        kernel<<<dim3(n / side / 32, n / side / 8), dim3(32, 8)>>>(in->get(), out->get(),
                                                                   static_cast<int>(n));
      };
    });
  };
  add("bayer_pixels", bayer_pixels, 1);
  add("bayer_squares", bayer_squares, 2);
}

/// Squares of 8 x 8, half of them set.
inline std::vector<unsigned char> thick_strokes(unsigned n) {
  const auto squares = random_numbers<unsigned char>(n * n / 64, 2, 133);
  std::vector<unsigned char> pixels(n * n);
  for (unsigned k = 0; k < n * n; ++k) {
    pixels[k] = squares[k / n / 8 * (n / 8) + k % n / 8];
  }
  return pixels;
}

inline void add_thinnings(Runner& runner, unsigned n) {
  runner.add(sized("thinning_tests", n * n), [=] {
    auto in = filled(thick_strokes(n)), out = zeros<unsigned char>(n * n);
    return [=] { thinning_tests<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("thinning_table", n * n), [=] {
    std::vector<unsigned char> stays(256);
    for (unsigned code = 0; code < 256; ++code) {
      unsigned ring[8];
      for (unsigned k = 0; k < 8; ++k) {
        ring[k] = code >> k & 1;
      }
      stays[code] = may_go(ring) ? 0 : 1;
    }
    auto in = filled(thick_strokes(n)), out = zeros<unsigned char>(n * n), table = filled(stays);
    return [=] {
      thinning_table<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), table->get(), out->get(), n);
    };
  });
}

inline void add_ssims(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned threads) {
    runner.add(sized(name, n * n), [=] {
      auto left = filled(random_numbers<unsigned char>(n * n, 256, 134));
      auto right = filled(random_numbers<unsigned char>(n * n, 256, 135));
      auto out = zeros<float>(n * n / 64);
      return [=] {
        kernel<<<n * n / 64 * threads / 128, 128>>>(left->get(), right->get(), out->get(), n);
      };
    });
  };
  add("ssim_threads", ssim_threads, 1);
  add("ssim_warps", ssim_warps, 32);
}

inline void add_mipmaps(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, const auto& launch) {
    runner.add(sized(name, n * n), [=] {
      auto in = floats(n * n), half = zeros<float>(n * n / 4), quarter = zeros<float>(n * n / 16);
      auto eighth = zeros<float>(n * n / 64);
      return [=] { launch(in->get(), half->get(), quarter->get(), eighth->get()); };
    });
  };
  add("mipmap_launches", [n](const float* in, float* half, float* quarter, float* eighth) {
    mipmap_halve<<<dim3(n / 64, n / 16), dim3(32, 8)>>>(in, half, n / 2);
    mipmap_halve<<<dim3(n / 128, n / 32), dim3(32, 8)>>>(half, quarter, n / 4);
    mipmap_halve<<<dim3(n / 256, n / 64), dim3(32, 8)>>>(quarter, eighth, n / 8);
  });
  add("mipmap_once", [n](const float* in, float* half, float* quarter, float* eighth) {
    mipmap_once<<<dim3(n / 32, n / 32), dim3(16, 16)>>>(in, half, quarter, eighth, n);
  });
}

inline void add_thirteenth_images(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_gammas(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_bayers(runner, n);
    add_thinnings(runner, n);
    add_ssims(runner, n);
    add_mipmaps(runner, 2 * n);
  }
}

}  // namespace calibration
