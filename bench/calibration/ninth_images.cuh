// Ninth blind test, images: brightness and colour apart, a relief, directions of edges, channels
// side by side, a disc unrolled.
#pragma once

#include "cases.cuh"

namespace calibration {

/// How bright a colour is, in whole numbers.
__device__ inline unsigned char luma_of(uchar4 pixel) {
  return static_cast<unsigned char>((77 * pixel.x + 150 * pixel.y + 29 * pixel.z + 128) >> 8);
}

/// How blue and how red the mean of four colours is.
__device__ inline uchar2 chroma_of(uchar4 a, uchar4 b, uchar4 c, uchar4 d) {
  const int red = (a.x + b.x + c.x + d.x + 2) / 4, green = (a.y + b.y + c.y + d.y + 2) / 4;
  const int blue = (a.z + b.z + c.z + d.z + 2) / 4;
  const int bluish = ((-43 * red - 85 * green + 128 * blue) >> 8) + 128;
  const int reddish = ((128 * red - 107 * green - 21 * blue) >> 8) + 128;
  return make_uchar2(static_cast<unsigned char>(min(max(bluish, 0), 255)),
                     static_cast<unsigned char>(min(max(reddish, 0), 255)));
}

/// The brightness of each pixel and the colour of each 2 x 2: a thread a pixel, of which every
/// fourth has a colour to work out, too, or a thread a square.
__global__ void chroma_pixels(const uchar4* in, unsigned char* luma, uchar2* chroma, unsigned width,
                              unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const uchar4* here = in + y * width + x;
    luma[y * width + x] = luma_of(here[0]);
    if (x % 2 == 0 && y % 2 == 0) {
      chroma[y / 2 * (width / 2) + x / 2] =
          chroma_of(here[0], here[1], here[width], here[width + 1]);
    }
  }
}

struct alignas(8) TwoPixels {
  uchar4 left, right;
};

__global__ void chroma_squares(const TwoPixels* in, uchar2* luma, uchar2* chroma, unsigned across,
                               unsigned down) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < across && y < down) {
    const TwoPixels above = in[2 * y * across + x], below = in[(2 * y + 1) * across + x];
    luma[2 * y * across + x] = make_uchar2(luma_of(above.left), luma_of(above.right));
    luma[(2 * y + 1) * across + x] = make_uchar2(luma_of(below.left), luma_of(below.right));
    chroma[y * across + x] = chroma_of(above.left, above.right, below.left, below.right);
  }
}

__constant__ float relief[25];

/// A relief by 5 x 5 weights: a thread a pixel, or four pixels one below the other.
__global__ void emboss_single(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 4 < width && y + 4 < height) {
    float sum = 0;
    for (unsigned dy = 0; dy < 5; ++dy) {
      for (unsigned dx = 0; dx < 5; ++dx) {
        sum += relief[dy * 5 + dx] * in[(y + dy) * width + x + dx];
      }
    }
    out[(y + 2) * width + x + 2] = sum;
  }
}

__global__ void emboss_column(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x + 4 < width && y + 7 < height) {
    float sums[4] = {};
#pragma unroll
    for (unsigned row = 0; row < 8; ++row) {
#pragma unroll
      for (unsigned dx = 0; dx < 5; ++dx) {
        const float pixel = in[(y + row) * width + x + dx];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
          if (row >= k && row - k < 5) {
            sums[k] += relief[(row - k) * 5 + dx] * pixel;
          }
        }
      }
    }
    for (unsigned k = 0; k < 4; ++k) {
      out[(y + k + 2) * width + x + 2] = sums[k];
    }
  }
}

constexpr unsigned kDirections = 9;

/// How strong the edge at a pixel is, and into which of nine directions of a half circle it goes.
__device__ inline float edge_at(const float* in, unsigned x, unsigned y, unsigned n,
                                unsigned* direction) {
  const float dx = in[y * n + min(x + 1, n - 1)] - in[y * n + max(x, 1U) - 1];
  const float dy = in[min(y + 1, n - 1) * n + x] - in[(max(y, 1U) - 1) * n + x];
  float angle = atan2f(dy, dx);
  angle = angle < 0 ? angle + 3.14159265F : angle;
  *direction = min(static_cast<unsigned>(angle * (kDirections / 3.14159265F)), kDirections - 1);
  return sqrtf(dx * dx + dy * dy);
}

/// Strengths of edges by direction, for each 16 x 16 pixels: added up on the device, or in the
/// block.
__global__ void orient_global(const float* in, float* bins, unsigned n) {
  const unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  unsigned direction = 0;
  const float strength = edge_at(in, x, y, n, &direction);
  atomicAdd(&bins[(blockIdx.y * gridDim.x + blockIdx.x) * kDirections + direction], strength);
}

__global__ void orient_shared(const float* in, float* bins, unsigned n) {
  __shared__ float own[kDirections];
  const unsigned t = threadIdx.y * 16 + threadIdx.x;
  if (t < kDirections) {
    own[t] = 0;
  }
  __syncthreads();
  const unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  unsigned direction = 0;
  const float strength = edge_at(in, x, y, n, &direction);
  atomicAdd(&own[direction], strength);
  __syncthreads();
  if (t < kDirections) {
    bins[(blockIdx.y * gridDim.x + blockIdx.x) * kDirections + t] = own[t];
  }
}

constexpr unsigned kChannels = 32;

/// From 32 planes to pixels of 32 channels: a word a thread, or by tiles.
__global__ void layout_plain(const float* in, float* out, unsigned pixels) {
  const unsigned pixel = blockIdx.x * blockDim.x + threadIdx.x, channel = blockIdx.y;
  if (pixel < pixels) {
    out[pixel * kChannels + channel] = in[channel * pixels + pixel];
  }
}

__global__ void layout_tiled(const float* in, float* out, unsigned pixels) {
  __shared__ float tile[kChannels][33];
  const unsigned first = blockIdx.x * 32;
  for (unsigned channel = threadIdx.y; channel < kChannels; channel += 8) {
    tile[channel][threadIdx.x] = in[channel * pixels + first + threadIdx.x];
  }
  __syncthreads();
  for (unsigned k = threadIdx.y; k < 32; k += 8) {
    out[(first + k) * kChannels + threadIdx.x] = tile[threadIdx.x][k];
  }
}

/// What an image has at a place between pixels.
__device__ inline float between_pixels(const float* in, unsigned n, float x, float y) {
  const unsigned left = min(static_cast<unsigned>(x), n - 2);
  const unsigned top = min(static_cast<unsigned>(y), n - 2);
  const float right_part = x - static_cast<float>(left), low_part = y - static_cast<float>(top);
  const float* above = in + top * n + left;
  const float* below = above + n;
  const float high = above[0] + right_part * (above[1] - above[0]);
  const float low = below[0] + right_part * (below[1] - below[0]);
  return high + low_part * (low - high);
}

/// The disc in an image, unrolled: a row an angle, a column a radius. Each thread works out sine
/// and cosine of its angle, or finds them in a table.
__global__ void polar_sines(const float* in, float* out, unsigned n) {
  const unsigned radius = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned angle = blockIdx.y * blockDim.y + threadIdx.y;
  if (radius < n / 2 && angle < n) {
    float sine = 0, cosine = 0;
    sincosf(6.2831853F * static_cast<float>(angle) / static_cast<float>(n), &sine, &cosine);
    const float middle = 0.5F * static_cast<float>(n), away = static_cast<float>(radius);
    out[angle * (n / 2) + radius] =
        between_pixels(in, n, middle + away * cosine, middle + away * sine);
  }
}

__global__ void polar_table(const float* in, const float2* directions, float* out, unsigned n) {
  const unsigned radius = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned angle = blockIdx.y * blockDim.y + threadIdx.y;
  if (radius < n / 2 && angle < n) {
    const float2 direction = directions[angle];
    const float middle = 0.5F * static_cast<float>(n), away = static_cast<float>(radius);
    out[angle * (n / 2) + radius] =
        between_pixels(in, n, middle + away * direction.x, middle + away * direction.y);
  }
}

inline void add_chroma(Runner& runner, unsigned n) {
  const unsigned size = n * n, half = n / 2;
  const dim3 row(32, 8);
  const auto pixels = [=] { return filled(random_numbers<unsigned char>(4 * size, 256)); };
  runner.add(sized("chroma_pixels", size), [=] {
    auto in = pixels(), luma = zeros<unsigned char>(size);
    auto chroma = zeros<uchar2>(size / 4);
    return [=] {
      chroma_pixels<<<dim3(n / 32, n / 8), row>>>(reinterpret_cast<const uchar4*>(in->get()),
                                                  luma->get(), chroma->get(), n, n);
    };
  });
  runner.add(sized("chroma_squares", size), [=] {
    auto in = pixels(), luma = zeros<unsigned char>(size);
    auto chroma = zeros<uchar2>(size / 4);
    return [=] {
      chroma_squares<<<dim3(half / 32, half / 8), row>>>(
          reinterpret_cast<const TwoPixels*>(in->get()), reinterpret_cast<uchar2*>(luma->get()),
          chroma->get(), half, half);
    };
  });
}

/// Light from the upper left.
inline void set_relief() {
  std::vector<float> weights(25);
  for (unsigned k = 0; k < 25; ++k) {
    weights[k] = 0.1F * (static_cast<float>(k / 5) + static_cast<float>(k % 5) - 4);
  }
  weights[12] = 1;
  BENCH_CHECK(cudaMemcpyToSymbol(relief, weights.data(), sizeof relief));
}

inline void add_reliefs(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 row(32, 8);
  runner.add(sized("emboss_single", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    set_relief();
    return [=] { emboss_single<<<dim3(n / 32, n / 8), row>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("emboss_column", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    set_relief();
    return [=] { emboss_column<<<dim3(n / 32, n / 32), row>>>(in->get(), out->get(), n, n); };
  });
}

inline void add_directions(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 blocks(n / 16, n / 16), square(16, 16);
  runner.add(sized("orient_global", size), [=] {
    auto in = floats(size), bins = zeros<float>(size / 256 * kDirections);
    return [=] { orient_global<<<blocks, square>>>(in->get(), bins->get(), n); };
  });
  runner.add(sized("orient_shared", size), [=] {
    auto in = floats(size), bins = zeros<float>(size / 256 * kDirections);
    return [=] { orient_shared<<<blocks, square>>>(in->get(), bins->get(), n); };
  });
}

inline void add_layouts(Runner& runner, unsigned pixels) {
  const unsigned size = pixels * kChannels;
  runner.add(sized("layout_plain", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    const dim3 blocks(pixels / 256, kChannels);
    return [=] { layout_plain<<<blocks, 256>>>(in->get(), out->get(), pixels); };
  });
  runner.add(sized("layout_tiled", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { layout_tiled<<<pixels / 32, dim3(32, 8)>>>(in->get(), out->get(), pixels); };
  });
}

inline void add_discs_unrolled(Runner& runner, unsigned n) {
  const dim3 blocks(n / 64, n / 8), row(32, 8);
  runner.add(sized("polar_sines", n * n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n / 2);
    return [=] { polar_sines<<<blocks, row>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("polar_table", n * n), [=] {
    std::vector<float2> directions(n);
    for (unsigned k = 0; k < n; ++k) {
      const float angle = 6.2831853F * static_cast<float>(k) / static_cast<float>(n);
      directions[k] = make_float2(std::cos(angle), std::sin(angle));
    }
    auto table = filled(directions);
    auto in = floats(n * n), out = zeros<float>(n * n / 2);
    return [=] { polar_table<<<blocks, row>>>(in->get(), table->get(), out->get(), n); };
  });
}

inline void add_ninth_images(Runner& runner) {
  for (const unsigned n : {1024U, 4096U}) {
    add_chroma(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_reliefs(runner, n);
    add_directions(runner, n);
    add_discs_unrolled(runner, n);
  }
  for (const unsigned pixels : {1U << 13, 1U << 17}) {
    add_layouts(runner, pixels);
  }
}

}  // namespace calibration
