// Seventh blind test, images: stars of neighbours, half the size, more light, a disc of light.
#pragma once

#include "cases.cuh"

namespace calibration {

/// How bent a field is, by three cells to each of four sides: from memory, or from a tile.
__global__ void star_plain(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 3 && y >= 3 && x + 3 < width && y + 3 < height) {
    const float weights[3] = {1.5F, -0.15F, 1.0F / 90};
    const float* here = in + y * width + x;
    float sum = -49.0F / 9 * here[0];
    for (unsigned k = 1; k <= 3; ++k) {
      sum += weights[k - 1] * (here[k] + *(here - k) + here[k * width] + *(here - k * width));
    }
    out[y * width + x] = sum;
  }
}

__global__ void star_tiled(const float* in, float* out, unsigned width, unsigned height) {
  __shared__ float tile[8 + 6][32 + 6];
  const int first_x = static_cast<int>(blockIdx.x * 32) - 3;
  const int first_y = static_cast<int>(blockIdx.y * 8) - 3;
  for (unsigned k = threadIdx.y * 32 + threadIdx.x; k < 14 * 38; k += 256) {
    const int x = min(max(first_x + static_cast<int>(k % 38), 0), static_cast<int>(width) - 1);
    const int y = min(max(first_y + static_cast<int>(k / 38), 0), static_cast<int>(height) - 1);
    tile[k / 38][k % 38] = in[static_cast<unsigned>(y) * width + static_cast<unsigned>(x)];
  }
  __syncthreads();
  const unsigned tx = threadIdx.x + 3, ty = threadIdx.y + 3;
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= 3 && y >= 3 && x + 3 < width && y + 3 < height) {
    const float weights[3] = {1.5F, -0.15F, 1.0F / 90};
    float sum = -49.0F / 9 * tile[ty][tx];
    for (unsigned k = 1; k <= 3; ++k) {
      sum += weights[k - 1] *
             (tile[ty][tx + k] + tile[ty][tx - k] + tile[ty + k][tx] + tile[ty - k][tx]);
    }
    out[y * width + x] = sum;
  }
}

/// An image of half the width and height, means of 2 x 2 pixels: read one by one, or in pairs.
__global__ void halved_singles(const float* in, float* out, unsigned half) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < half && y < half) {
    const float* above = in + 2 * y * 2 * half + 2 * x;
    const float* below = above + 2 * half;
    out[y * half + x] = 0.25F * (above[0] + above[1] + below[0] + below[1]);
  }
}

__global__ void halved_pairs(const float2* in, float* out, unsigned half) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < half && y < half) {
    const float2 above = in[2 * y * half + x], below = in[(2 * y + 1) * half + x];
    out[y * half + x] = 0.25F * (above.x + above.y + below.x + below.y);
  }
}

/// More light, up to 255: a byte a thread, or four bytes of a word.
__device__ inline unsigned char brighter(unsigned char pixel, unsigned by) {
  return static_cast<unsigned char>(min(pixel + by, 255U));
}

__global__ void brighter_bytes(const unsigned char* in, unsigned char* out, unsigned by,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = brighter(in[i], by);
  }
}

__global__ void brighter_words(const uchar4* in, uchar4* out, unsigned by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar4 p = in[i];
    out[i] =
        make_uchar4(brighter(p.x, by), brighter(p.y, by), brighter(p.z, by), brighter(p.w, by));
  }
}

struct Disc {
  float x, y, radius;
};

/// 1 in the middle, 0 on the rim, less outside.
__device__ inline float light_in(Disc disc, unsigned x, unsigned y) {
  const float dx = static_cast<float>(x) - disc.x, dy = static_cast<float>(y) - disc.y;
  return 1 - (dx * dx + dy * dy) / (disc.radius * disc.radius);
}

/// Light on a disc of an image: threads of all pixels, most of which leave, or of a window.
__global__ void disc_whole(const float* in, float* out, Disc disc, unsigned width,
                           unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  const float light = light_in(disc, x, y);
  if (light <= 0) {
    return;
  }
  out[y * width + x] = in[y * width + x] * light;
}

__global__ void disc_window(const float* in, float* out, Disc disc, uint2 first, unsigned width,
                            unsigned height) {
  const unsigned x = first.x + blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = first.y + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float light = light_in(disc, x, y);
    if (light > 0) {
      out[y * width + x] = in[y * width + x] * light;
    }
  }
}

inline void add_stars(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 wide(n / 32, n / 8), row(32, 8);
  runner.add(sized("star_plain", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { star_plain<<<wide, row>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("star_tiled", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { star_tiled<<<wide, row>>>(in->get(), out->get(), n, n); };
  });
}

inline void add_halves_of_images(Runner& runner, unsigned n) {
  const unsigned size = n * n, half = n / 2;
  const dim3 wide(half / 64, half / 4), row(64, 4);
  runner.add(sized("halved_singles", size), [=] {
    auto in = floats(size), out = zeros<float>(size / 4);
    return [=] { halved_singles<<<wide, row>>>(in->get(), out->get(), half); };
  });
  runner.add(sized("halved_pairs", size), [=] {
    auto in = floats(size), out = zeros<float>(size / 4);
    return [=] {
      halved_pairs<<<wide, row>>>(reinterpret_cast<const float2*>(in->get()), out->get(), half);
    };
  });
}

inline void add_light(Runner& runner, unsigned n) {
  runner.add(sized("brighter_bytes", n), [=] {
    auto in = filled(random_numbers<unsigned char>(n, 256));
    auto out = zeros<unsigned char>(n);
    return [=] { brighter_bytes<<<n / 256, 256>>>(in->get(), out->get(), 40, n); };
  });
  runner.add(sized("brighter_words", n), [=] {
    auto in = filled(random_numbers<unsigned char>(n, 256));
    auto out = zeros<unsigned char>(n);
    return [=] {
      brighter_words<<<n / 1024, 256>>>(reinterpret_cast<const uchar4*>(in->get()),
                                        reinterpret_cast<uchar4*>(out->get()), 40, n / 4);
    };
  });
}

/// The disc has half the image's width.
inline void add_discs(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const auto middle = static_cast<float>(n / 2);
  const Disc disc{middle, middle, 0.5F * middle};
  const dim3 square(16, 16);
  runner.add(sized("disc_whole", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { disc_whole<<<dim3(n / 16, n / 16), square>>>(in->get(), out->get(), disc, n, n); };
  });
  runner.add(sized("disc_window", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] {
      disc_window<<<dim3(n / 32, n / 32), square>>>(in->get(), out->get(), disc,
                                                    make_uint2(n / 4, n / 4), n, n);
    };
  });
}

inline void add_seventh_images(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_stars(runner, n);
  }
  for (const unsigned n : {1024U, 4096U}) {
    add_halves_of_images(runner, n);
    add_discs(runner, n);
  }
  for (const unsigned n : {1U << 20, 1U << 23}) {
    add_light(runner, n);
  }
}

}  // namespace calibration
