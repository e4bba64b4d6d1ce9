// Eleventh blind test, images: colours by a table of colours, what hangs together, the cheapest way
// down, triangles, two images of one thing.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kShades = 17, kGrades = kShades * kShades * kShades;

/// What a table of 17 x 17 x 17 colours makes of a colour: a mix of the eight around it.
__device__ inline uchar4 graded(uchar4 pixel, const uchar4* table) {
  constexpr float kStep = 16.0F / 255;
  const float red = kStep * pixel.x, green = kStep * pixel.y, blue = kStep * pixel.z;
  const unsigned x = min(static_cast<unsigned>(red), kShades - 2);
  const unsigned y = min(static_cast<unsigned>(green), kShades - 2);
  const unsigned z = min(static_cast<unsigned>(blue), kShades - 2);
  const float u = red - static_cast<float>(x), v = green - static_cast<float>(y);
  const float w = blue - static_cast<float>(z);
  float3 sum = make_float3(0.5F, 0.5F, 0.5F);
#pragma unroll
  for (unsigned corner = 0; corner < 8; ++corner) {
    const unsigned right = corner & 1, low = corner >> 1 & 1, far = corner >> 2;
    const uchar4 shade = table[((z + far) * kShades + y + low) * kShades + x + right];
    const float weight = (right != 0 ? u : 1 - u) * (low != 0 ? v : 1 - v) * (far != 0 ? w : 1 - w);
    sum.x += weight * shade.x;
    sum.y += weight * shade.y;
    sum.z += weight * shade.z;
  }
  return make_uchar4(static_cast<unsigned char>(sum.x), static_cast<unsigned char>(sum.y),
                     static_cast<unsigned char>(sum.z), pixel.w);
}

/// Every colour of an image changed by the table: it is in memory, or copied by each block, which
/// then works on many pixels.
__global__ void grading_global(const uchar4* in, const uchar4* table, uchar4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = graded(in[i], table);
  }
}

__global__ void grading_shared(const uchar4* in, const uchar4* table, uchar4* out, unsigned n) {
  __shared__ uchar4 own[kGrades];
  for (unsigned k = threadIdx.x; k < kGrades; k += blockDim.x) {
    own[k] = table[k];
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = graded(in[i], own);
  }
}

/// A tile of 16 x 16 pixels with a rim of one, and a number that is above all its places.
constexpr unsigned kBlobSide = 16, kBlobPitch = kBlobSide + 2, kNoBlob = kBlobPitch * kBlobPitch;

/// Numbers for what hangs together in each tile, the least place that belongs to it: every pixel
/// takes the least number around it until none changes. With jumps it takes the number of the pixel
/// that its number names, too.
template <bool kJumps>
__device__ inline void number_blobs(const unsigned char* in, unsigned* out, unsigned n) {
  __shared__ unsigned numbers[kNoBlob];
  const unsigned t = threadIdx.y * kBlobSide + threadIdx.x;
  for (unsigned k = t; k < kNoBlob; k += kBlobSide * kBlobSide) {
    numbers[k] = kNoBlob;
  }
  __syncthreads();
  const unsigned left = blockIdx.x * kBlobSide, top = blockIdx.y * kBlobSide;
  const unsigned pixel = (top + threadIdx.y) * n + left + threadIdx.x;
  const unsigned place = (threadIdx.y + 1) * kBlobPitch + threadIdx.x + 1;
  const bool is_set = in[pixel] != 0;
  unsigned own = is_set ? place : kNoBlob;
  numbers[place] = own;
  __syncthreads();
  bool has_changed = false;
  do {
    unsigned least = own;
    if (is_set) {
      least = min(least, min(numbers[place - 1], numbers[place + 1]));
      least = min(least, min(numbers[place - kBlobPitch], numbers[place + kBlobPitch]));
      if (kJumps) {
        least = min(least, numbers[least]);
      }
    }
    has_changed = least != own;
    own = least;
    __syncthreads();
    if (has_changed) {
      numbers[place] = own;
    }
  } while (__syncthreads_or(has_changed ? 1 : 0) != 0);
  out[pixel] = is_set ? (top + own / kBlobPitch - 1) * n + left + own % kBlobPitch - 1 : ~0U;
}

__global__ void blobs_steps(const unsigned char* in, unsigned* out, unsigned n) {
  number_blobs<false>(in, out, n);
}

__global__ void blobs_jumps(const unsigned char* in, unsigned* out, unsigned n) {
  number_blobs<true>(in, out, n);
}

constexpr unsigned kSeamRows = 64, kBand = 16, kBandBlock = 256, kBandWidth = 256 - 2 * kBand;
constexpr float kFarOff = 1e30F;

/// The cost of the cheapest way down to each pixel, straight or slanted: a row a launch, or sixteen
/// rows a launch, by blocks that work out what they need of their neighbours' pixels themselves.
__global__ void seams_row(const float* energies, float* costs, unsigned row, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n) {
    float least = 0;
    if (row > 0) {
      const float* above = costs + (row - 1) * n;
      least = fminf(above[x], fminf(above[x > 0 ? x - 1 : 0], above[min(x + 1, n - 1)]));
    }
    costs[row * n + x] = energies[row * n + x] + least;
  }
}

__global__ void seams_band(const float* energies, float* costs, unsigned first, unsigned n) {
  __shared__ float rows[2][kBandBlock + 2];
  const unsigned t = threadIdx.x;
  const unsigned x = blockIdx.x * kBandWidth + t - kBand;  // beyond n if it is left of the image
  const bool is_inside = x < n, is_mine = is_inside && t >= kBand && t < kBandBlock - kBand;
  if (t < 2) {
    rows[t][0] = kFarOff;
    rows[t][kBandBlock + 1] = kFarOff;
  }
  float cost = !is_inside ? kFarOff : first > 0 ? costs[(first - 1) * n + x] : 0;
  for (unsigned step = 0; step < kBand; ++step) {
    float* above = rows[step % 2];
    above[t + 1] = cost;
    __syncthreads();
    if (is_inside) {
      const unsigned place = (first + step) * n + x;
      cost = energies[place] + fminf(cost, fminf(above[t], above[t + 2]));
      if (is_mine) {
        costs[place] = cost;
      }
    }
  }
}

constexpr unsigned kCanvas = 1024;

/// A triangle: corners a and b, corner c, its depth on the left and how that grows.
struct Triangle {
  float4 ab, c_and_depth;
};

/// The pixels around a triangle.
struct Box {
  unsigned left, top, width, height;
};

__device__ inline Box box_of(const Triangle& t) {
  const auto left = static_cast<unsigned>(fminf(t.ab.x, fminf(t.ab.z, t.c_and_depth.x)));
  const auto top = static_cast<unsigned>(fminf(t.ab.y, fminf(t.ab.w, t.c_and_depth.y)));
  const auto right = static_cast<unsigned>(fmaxf(t.ab.x, fmaxf(t.ab.z, t.c_and_depth.x)));
  const auto low = static_cast<unsigned>(fmaxf(t.ab.y, fmaxf(t.ab.w, t.c_and_depth.y)));
  return {left, top, right - left + 1, low - top + 1};
}

__device__ inline float side_of(float ax, float ay, float bx, float by, float x, float y) {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

/// Draws a triangle's pixel, if it is one and nothing is before it.
__device__ inline void draw_pixel(const Triangle& t, unsigned col, unsigned row, unsigned* depths) {
  const float x = static_cast<float>(col) + 0.5F, y = static_cast<float>(row) + 0.5F;
  const float cx = t.c_and_depth.x, cy = t.c_and_depth.y;
  if (side_of(t.ab.x, t.ab.y, t.ab.z, t.ab.w, x, y) >= 0 &&
      side_of(t.ab.z, t.ab.w, cx, cy, x, y) >= 0 && side_of(cx, cy, t.ab.x, t.ab.y, x, y) >= 0) {
    const float depth = t.c_and_depth.z + t.c_and_depth.w * x;
    atomicMin(&depths[row * kCanvas + col], __float_as_uint(depth));
  }
}

/// Triangles drawn by depth: a thread a triangle, or a warp.
__global__ void triangles_threads(const float4* ab, const float4* c, unsigned* depths, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Triangle triangle{ab[i], c[i]};
    const Box box = box_of(triangle);
    for (unsigned row = box.top; row < box.top + box.height; ++row) {
      for (unsigned col = box.left; col < box.left + box.width; ++col) {
        draw_pixel(triangle, col, row, depths);
      }
    }
  }
}

__global__ void triangles_warps(const float4* ab, const float4* c, unsigned* depths, unsigned n) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (i < n) {
    const Triangle triangle{ab[i], c[i]};
    const Box box = box_of(triangle);
    for (unsigned k = threadIdx.x % 32; k < box.width * box.height; k += 32) {
      draw_pixel(triangle, box.left + k % box.width, box.top + k / box.width, depths);
    }
  }
}

constexpr unsigned kTones = 64;

__device__ inline unsigned pair_of_tones(unsigned a, unsigned b) {
  return a / 4 * kTones + b / 4;
}

/// How often each tone of one image is where a tone of the other one is: counted on the device, or
/// in blocks first, four pixels a load.
__global__ void joint_global(const unsigned char* a, const unsigned char* b, unsigned* counts,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&counts[pair_of_tones(a[i], b[i])], 1U);
  }
}

__global__ void joint_shared(const uchar4* a, const uchar4* b, unsigned* counts, unsigned n) {
  __shared__ unsigned own[kTones * kTones];
  for (unsigned k = threadIdx.x; k < kTones * kTones; k += blockDim.x) {
    own[k] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    const uchar4 from_a = a[i], from_b = b[i];
    atomicAdd(&own[pair_of_tones(from_a.x, from_b.x)], 1U);
    atomicAdd(&own[pair_of_tones(from_a.y, from_b.y)], 1U);
    atomicAdd(&own[pair_of_tones(from_a.z, from_b.z)], 1U);
    atomicAdd(&own[pair_of_tones(from_a.w, from_b.w)], 1U);
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < kTones * kTones; k += blockDim.x) {
    if (own[k] > 0) {
      atomicAdd(&counts[k], own[k]);
    }
  }
}

inline Shared<uchar4> colours(unsigned count, std::uint64_t seed) {
  const auto bytes = random_numbers<unsigned char>(4 * count, 256, seed);
  std::vector<uchar4> pixels(count);
  for (unsigned k = 0; k < count; ++k) {
    pixels[k] = make_uchar4(bytes[4 * k], bytes[4 * k + 1], bytes[4 * k + 2], bytes[4 * k + 3]);
  }
  return filled(pixels);
}

inline void add_gradings(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      auto in = colours(n, 3), table = colours(kGrades, 4), out = zeros<uchar4>(n);
      return [=] { kernel<<<blocks, 256>>>(in->get(), table->get(), out->get(), n); };
    });
  };
  add("grading_global", grading_global, n / 256);
  add("grading_shared", grading_shared, std::min(n / 1024, 528U));
}

/// About every second pixel is set.
inline void add_blobs(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      auto in = filled(random_numbers<unsigned char>(n * n, 2));
      auto out = zeros<unsigned>(n * n);
      return [=] {
        kernel<<<dim3(n / kBlobSide, n / kBlobSide), dim3(kBlobSide, kBlobSide)>>>(in->get(),
                                                                                   out->get(), n);
      };
    });
  };
  add("blobs_steps", blobs_steps);
  add("blobs_jumps", blobs_jumps);
}

inline void add_seams(Runner& runner, unsigned n) {
  const unsigned size = kSeamRows * n;
  runner.add(sized("seams_rows", size), [=] {
    auto energies = floats(size), costs = zeros<float>(size);
    return [=] {
      for (unsigned row = 0; row < kSeamRows; ++row) {
        seams_row<<<n / 256, 256>>>(energies->get(), costs->get(), row, n);
      }
    };
  });
  runner.add(sized("seams_bands", size), [=] {
    auto energies = floats(size), costs = zeros<float>(size);
    return [=] {
      for (unsigned row = 0; row < kSeamRows; row += kBand) {
        seams_band<<<(n + kBandWidth - 1) / kBandWidth, kBandBlock>>>(energies->get(), costs->get(),
                                                                      row, n);
      }
    };
  });
}

/// Triangles in squares of 32 x 32 pixels, somewhere.
inline void add_triangles(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned threads) {
    runner.add(sized(name, n), [=] {
      const auto numbers = bench::random_floats(10 * n, 61);
      std::vector<float4> ab(n), c(n);
      for (unsigned k = 0; k < n; ++k) {
        const float* own = &numbers[10 * k];
        const float x = 496 * (own[0] + 1), y = 496 * (own[1] + 1);
        const float ax = x + 15 * (own[2] + 1), ay = y + 15 * (own[3] + 1);
        const float bx = x + 15 * (own[4] + 1), by = y + 15 * (own[5] + 1);
        const float cx = x + 15 * (own[6] + 1), cy = y + 15 * (own[7] + 1);
        const bool is_turned = (bx - ax) * (cy - ay) < (by - ay) * (cx - ax);
        ab[k] = is_turned ? make_float4(bx, by, ax, ay) : make_float4(ax, ay, bx, by);
        c[k] = make_float4(cx, cy, 200 + 100 * own[8], 0.01F * (own[9] + 1));
      }
      auto first = filled(ab), second = filled(c);
      auto depths = filled(std::vector<unsigned>(kCanvas * kCanvas, ~0U));
      return [=] { kernel<<<threads / 128, 128>>>(first->get(), second->get(), depths->get(), n); };
    });
  };
  add("triangles_threads", triangles_threads, n);
  add("triangles_warps", triangles_warps, 32 * n);
}

/// A tone, and one that is not far from it.
inline std::pair<std::vector<unsigned char>, std::vector<unsigned char>> two_views(unsigned n) {
  auto first = random_numbers<unsigned char>(n, 128, 62);
  auto second = random_numbers<unsigned char>(n, 96, 63);
  for (unsigned k = 0; k < n; ++k) {
    second[k] = static_cast<unsigned char>(first[k] + second[k]);
    first[k] = static_cast<unsigned char>(2 * first[k]);
  }
  return {first, second};
}

inline void add_joints(Runner& runner, unsigned n) {
  runner.add(sized("joint_global", n), [=] {
    const auto views = two_views(n);
    auto a = filled(views.first), b = filled(views.second);
    auto counts = zeros<unsigned>(kTones * kTones);
    return [=] { joint_global<<<n / 256, 256>>>(a->get(), b->get(), counts->get(), n); };
  });
  runner.add(sized("joint_shared", n), [=] {
    const auto views = two_views(n);
    auto a = filled(views.first), b = filled(views.second);
    auto counts = zeros<unsigned>(kTones * kTones);
    return [=] {
      joint_shared<<<std::min(n / 4096, 264U), 256>>>(reinterpret_cast<const uchar4*>(a->get()),
                                                      reinterpret_cast<const uchar4*>(b->get()),
                                                      counts->get(), n);
    };
  });
}

inline void add_eleventh_images(Runner& runner) {
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_gradings(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_blobs(runner, n);
  }
  for (const unsigned n : {1U << 12, 1U << 15}) {
    add_seams(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_triangles(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_joints(runner, n);
  }
}

}  // namespace calibration
