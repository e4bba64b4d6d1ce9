// Twelfth blind test, images: two tones only, tones spread out tile by tile, a lens put right, a
// filter that keeps edges, the least of each window.
#pragma once

#include "cases.cuh"

namespace calibration {

/// The limit of a pixel in a pattern of 8 x 8: bits of the place, the lowest made the highest.
__host__ __device__ inline unsigned limit_at(unsigned x, unsigned y) {
  unsigned limit = 0;
  for (unsigned bit = 0; bit < 3; ++bit) {
    limit = limit << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1);
  }
  return 4 * limit + 2;
}

__constant__ unsigned char limits[64];
__constant__ uchar4 limits_of_four[16];

/// An image in black and white, each pixel compared with its limit, which is worked out.
__global__ void dither_computed(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = in[y * n + x] > limit_at(x, y) ? 255 : 0;
  }
}

/// The same with limits from a table in constant memory.
__global__ void dither_constant(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = in[y * n + x] > limits[y % 8 * 8 + x % 8] ? 255 : 0;
  }
}

/// The same, four pixels a thread; a row has n / 4 of these.
__global__ void dither_fours(const uchar4* in, uchar4* out, unsigned fours) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < fours && y < 4 * fours) {
    const uchar4 limit = limits_of_four[y % 8 * 2 + x % 2], pixels = in[y * fours + x];
    out[y * fours + x] = make_uchar4(pixels.x > limit.x ? 255 : 0, pixels.y > limit.y ? 255 : 0,
                                     pixels.z > limit.z ? 255 : 0, pixels.w > limit.w ? 255 : 0);
  }
}

constexpr unsigned kTileSide = 64, kTilePixels = kTileSide * kTileSide;

/// Sums of what 256 threads have, up to each thread.
__device__ inline unsigned sum_up_to_thread(unsigned sum) {
  __shared__ unsigned sums[8];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned other = __shfl_up_sync(~0U, sum, step);
    sum += lane >= step ? other : 0;
  }
  if (lane == 31) {
    sums[warp] = sum;
  }
  __syncthreads();
  for (unsigned k = 0; k < warp; ++k) {
    sum += sums[k];
  }
  return sum;
}

/// A block's tile with its tones spread from black to white, kWays histograms for it.
template <unsigned kWays>
__device__ inline void spread_tones(const unsigned char* in, unsigned char* out, unsigned n) {
  __shared__ unsigned counts[kWays][256];
  __shared__ unsigned char tones[256];
  const unsigned t = threadIdx.x, first = blockIdx.y * kTileSide * n + blockIdx.x * kTileSide;
  for (unsigned way = 0; way < kWays; ++way) {
    counts[way][t] = 0;
  }
  __syncthreads();
  unsigned* own = counts[t / 32 % kWays];
  for (unsigned k = t; k < kTilePixels; k += 256) {
    atomicAdd(&own[in[first + k / kTileSide * n + k % kTileSide]], 1U);
  }
  __syncthreads();
  unsigned count = 0;
  for (unsigned way = 0; way < kWays; ++way) {
    count += counts[way][t];
  }
  tones[t] = static_cast<unsigned char>(sum_up_to_thread(count) * 255 / kTilePixels);
  __syncthreads();
  for (unsigned k = t; k < kTilePixels; k += 256) {
    const unsigned place = first + k / kTileSide * n + k % kTileSide;
    out[place] = tones[in[place]];
  }
}

/// Tiles of 64 x 64 with tones spread, one histogram a block.
__global__ void equalise_shared(const unsigned char* in, unsigned char* out, unsigned n) {
  spread_tones<1>(in, out, n);
}

/// The same with a histogram a warp, which are then added.
__global__ void equalise_apart(const unsigned char* in, unsigned char* out, unsigned n) {
  spread_tones<8>(in, out, n);
}

/// Where a pixel of the straight image is in the bent one, by four steps towards it.
__host__ __device__ inline float2 bent_place(unsigned x, unsigned y, unsigned n) {
  const float half = 0.5F * static_cast<float>(n);
  const float u = (static_cast<float>(x) - half) / half, v = (static_cast<float>(y) - half) / half;
  float col = u, row = v;
  for (unsigned step = 0; step < 4; ++step) {
    const float square = col * col + row * row;
    const float factor = 1 / (1 + square * (0.12F + 0.03F * square));
    col = u * factor;
    row = v * factor;
  }
  return make_float2((col + 1) * half, (row + 1) * half);
}

/// The image between four pixels.
__device__ inline float between_pixels(const float* in, float2 place, unsigned n) {
  const unsigned x = min(static_cast<unsigned>(place.x), n - 2);
  const unsigned y = min(static_cast<unsigned>(place.y), n - 2);
  const float u = place.x - static_cast<float>(x), v = place.y - static_cast<float>(y);
  const float* from = in + y * n + x;
  const float above = from[0] + u * (from[1] - from[0]);
  const float below = from[n] + u * (from[n + 1] - from[n]);
  return above + v * (below - above);
}

/// An image without the bend of its lens, places worked out.
__global__ void lens_formula(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = between_pixels(in, bent_place(x, y, n), n);
  }
}

/// The same, places read from memory.
__global__ void lens_map(const float* in, const float2* places, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = between_pixels(in, places[y * n + x], n);
  }
}

/// The mean of that corner of 3 x 3 around a pixel which differs least in itself.
template <class At>
__device__ inline float smoothest_corner(const At& at) {
  float mean = 0, least = 1e30F;
#pragma unroll
  for (int corner = 0; corner < 4; ++corner) {
    const int left = corner % 2 * 2 - 2, top = corner / 2 * 2 - 2;
    float sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
      const float pixel = at(left + k % 3, top + k / 3);
      sum += pixel;
      squares += pixel * pixel;
    }
    const float spread = squares - sum * sum / 9;
    if (spread < least) {
      least = spread;
      mean = sum / 9;
    }
  }
  return mean;
}

/// Kuwahara's filter with all pixels from memory.
__global__ void kuwahara_plain(const float* in, float* out, int n) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < n && y < n) {
    out[y * n + x] = smoothest_corner([&](int right, int down) {
      return in[min(max(y + down, 0), n - 1) * n + min(max(x + right, 0), n - 1)];
    });
  }
}

/// The same by way of a tile of 32 x 8 pixels and a rim of two; n is whole tiles.
__global__ void kuwahara_tiled(const float* in, float* out, int n) {
  __shared__ float tile[12][36];
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y);
  const int left = static_cast<int>(blockIdx.x) * 32, top = static_cast<int>(blockIdx.y) * 8;
  for (int k = ty * 32 + tx; k < 12 * 36; k += 256) {
    const int row = min(max(top + k / 36 - 2, 0), n - 1);
    tile[k / 36][k % 36] = in[row * n + min(max(left + k % 36 - 2, 0), n - 1)];
  }
  __syncthreads();
  out[(top + ty) * n + left + tx] =
      smoothest_corner([&](int right, int down) { return tile[ty + 2 + down][tx + 2 + right]; });
}

constexpr unsigned kWindow = 32, kStrip = 256, kStripAndRim = kStrip + kWindow;

/// The least of each pixel and the 31 behind it, from memory; there are n + kWindow pixels.
__global__ void rowmin_direct(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float least = in[i];
    for (unsigned k = 1; k < kWindow; ++k) {
      least = fminf(least, in[i + k]);
    }
    out[i] = least;
  }
}

/// The same from a strip in shared memory; n is whole blocks.
__global__ void rowmin_tiled(const float* in, float* out) {
  __shared__ float strip[kStripAndRim];
  const unsigned first = blockIdx.x * kStrip, t = threadIdx.x;
  for (unsigned k = t; k < kStripAndRim; k += kStrip) {
    strip[k] = in[first + k];
  }
  __syncthreads();
  float least = strip[t];
  for (unsigned k = 1; k < kWindow; ++k) {
    least = fminf(least, strip[t + k]);
  }
  out[first + t] = least;
}

/// The same with windows that become twice as wide five times.
__global__ void rowmin_doubled(const float* in, float* out) {
  __shared__ float strips[2][kStripAndRim];
  const unsigned first = blockIdx.x * kStrip, t = threadIdx.x;
  for (unsigned k = t; k < kStripAndRim; k += kStrip) {
    strips[0][k] = in[first + k];
  }
  unsigned from = 0;
  for (unsigned width = 1; width < kWindow; width *= 2) {
    __syncthreads();
    for (unsigned k = t; k < kStripAndRim; k += kStrip) {
      const unsigned other = min(k + width, kStripAndRim - 1);
      strips[1 - from][k] = fminf(strips[from][k], strips[from][other]);
    }
    from = 1 - from;
  }
  __syncthreads();
  out[first + t] = strips[from][t];
}

inline void set_limits() {
  unsigned char bytes[64];
  for (unsigned k = 0; k < 64; ++k) {
    bytes[k] = static_cast<unsigned char>(limit_at(k % 8, k / 8));
  }
  BENCH_CHECK(cudaMemcpyToSymbol(limits, bytes, sizeof bytes));
  BENCH_CHECK(cudaMemcpyToSymbol(limits_of_four, bytes, sizeof bytes));
}

inline void add_dithers(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      set_limits();
      auto in = filled(random_numbers<unsigned char>(n * n, 256));
      auto out = zeros<unsigned char>(n * n);
      return [=] { kernel<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
    });
  };
  add("dither_computed", dither_computed);
  add("dither_constant", dither_constant);
  runner.add(sized("dither_fours", n * n), [=] {
    set_limits();
    auto in = filled(random_numbers<unsigned char>(n * n, 256));
    auto out = zeros<unsigned char>(n * n);
    return [=] {
      dither_fours<<<dim3(n / 128, n / 8), dim3(32, 8)>>>(
          reinterpret_cast<const uchar4*>(in->get()), reinterpret_cast<uchar4*>(out->get()), n / 4);
    };
  });
}

/// Each tile has about 32 tones that are near each other.
inline void add_equalisers(Runner& runner, unsigned n) {
  const unsigned tiles = n / kTileSide;
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      const auto darkest = random_numbers<unsigned>(tiles * tiles, 224, 101);
      auto pixels = random_numbers<unsigned char>(n * n, 32, 102);
      for (unsigned k = 0; k < n * n; ++k) {
        const unsigned tile = k / n / kTileSide * tiles + k % n / kTileSide;
        pixels[k] = static_cast<unsigned char>(pixels[k] + darkest[tile]);
      }
      auto in = filled(pixels), out = zeros<unsigned char>(n * n);
      return [=] { kernel<<<dim3(tiles, tiles), 256>>>(in->get(), out->get(), n); };
    });
  };
  add("equalise_shared", equalise_shared);
  add("equalise_apart", equalise_apart);
}

inline void add_lenses(Runner& runner, unsigned n) {
  runner.add(sized("lens_formula", n * n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { lens_formula<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("lens_map", n * n), [=] {
    std::vector<float2> all(n * n);
    for (unsigned k = 0; k < n * n; ++k) {
      all[k] = bent_place(k % n, k / n, n);
    }
    auto in = floats(n * n), out = zeros<float>(n * n);
    auto places = filled(all);
    return [=] {
      lens_map<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), places->get(), out->get(), n);
    };
  });
}

inline void add_kuwahara(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      auto in = floats(n * n), out = zeros<float>(n * n);
      return [=] {
        kernel<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), static_cast<int>(n));
      };
    });
  };
  add("kuwahara_plain", kuwahara_plain);
  add("kuwahara_tiled", kuwahara_tiled);
}

inline void add_least(Runner& runner, unsigned n) {
  runner.add(sized("rowmin_direct", n), [=] {
    auto in = floats(n + kWindow), out = zeros<float>(n);
    return [=] { rowmin_direct<<<n / kStrip, kStrip>>>(in->get(), out->get(), n); };
  });
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(n + kWindow), out = zeros<float>(n);
      return [=] { kernel<<<n / kStrip, kStrip>>>(in->get(), out->get()); };
    });
  };
  add("rowmin_tiled", rowmin_tiled);
  add("rowmin_doubled", rowmin_doubled);
}

inline void add_twelfth_images(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_dithers(runner, n);
    add_equalisers(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_lenses(runner, n);
    add_kuwahara(runner, n);
  }
  for (const unsigned n : {1U << 17, 1U << 21}) {
    add_least(runner, n);
  }
}

}  // namespace calibration
