// Thirteenth blind test, numbers: how dense samples are, sums of divisors, shares that are worth
// nothing below a price, distances between particles, triangles in an image.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kSamples = 1024;
__constant__ float constant_samples[kSamples];

/// How dense samples are at a place, each of them a bell.
template <class At>
__device__ inline float density_at(float place, const At& at) {
  float sum = 0;
  for (unsigned k = 0; k < kSamples; ++k) {
    const float distance = 4 * (place - at(k));
    sum += expf(-0.5F * distance * distance);
  }
  return sum / kSamples;
}

/// Densities, samples from memory, all lanes the same one.
__global__ void density_global(const float* __restrict__ places, const float* __restrict__ samples,
                               float* __restrict__ out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = density_at(places[i], [&](unsigned k) { return samples[k]; });
  }
}

/// The same from shared memory; a block has 512 threads.
__global__ void density_shared(const float* places, const float* samples, float* out, unsigned n) {
  __shared__ float all[kSamples];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  all[threadIdx.x] = samples[threadIdx.x];
  all[threadIdx.x + 512] = samples[threadIdx.x + 512];
  __syncthreads();
  if (i < n) {
    out[i] = density_at(places[i], [&](unsigned k) { return all[k]; });
  }
}

/// The same from constant memory.
__global__ void density_constant(const float* places, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = density_at(places[i], [](unsigned k) { return constant_samples[k]; });
  }
}

/// Sums of what divides each number, all up to the root tried.
__global__ void divisors_tried(unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = 0;
    for (unsigned k = 1; k * k <= i; ++k) {
      if (i % k == 0) {
        sum += i / k == k ? k : k + i / k;
      }
    }
    out[i] = sum;
  }
}

constexpr unsigned kStretch = 1024;

/// The same, a block 1024 numbers: a warp goes through the multiples of a divisor, and adds it and
/// its partner to each.
__global__ void divisors_spread(unsigned* out) {
  __shared__ unsigned sums[kStretch];
  const unsigned first = blockIdx.x * kStretch, end = first + kStretch;
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (unsigned k = threadIdx.x; k < kStretch; k += blockDim.x) {
    sums[k] = 0;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x / 32 + 1; k * k < end; k += warps) {
    for (unsigned other = max(k, (first + k - 1) / k) + lane; other * k < end; other += 32) {
      atomicAdd(&sums[other * k - first], other == k ? k : k + other);
    }
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < kStretch; k += blockDim.x) {
    out[first + k] = sums[k];
  }
}

constexpr unsigned kWeeks = 128;
constexpr float kStartPrice = 100, kLeastPrice = 90;

/// A price from week to week, by chance.
struct Price {
  float value;
  unsigned state;

  __device__ explicit Price(unsigned path) : value(kStartPrice), state(path * 2654435761U + 97) {
    state ^= state >> 15;
  }

  __device__ float part() {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8) * 0x1p-24F;
  }

  __device__ void step() {
    const float chance = part() + part() + part() - 1.5F;
    value *= 1 + 0.02F * chance;
  }

  /// What is gained, which is nothing once the price has been too low.
  __device__ float gain() const { return value > kStartPrice ? value - kStartPrice : 0; }
};

/// What a share gains if its price never falls too low: a thread a path, which may end early.
__global__ void knockout_paths(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Price price(i);
    for (unsigned week = 0; week < kWeeks && price.value > kLeastPrice; ++week) {
      price.step();
    }
    out[i] = price.gain();
  }
}

/// The same, eight paths a thread: the next one is begun as soon as one ends, whatever the other
/// lanes do.
__global__ void knockout_refilled(float* out, unsigned n) {
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned path = blockIdx.x * blockDim.x + threadIdx.x, week = 0;
  Price price(path);
  while (path < n) {
    price.step();
    ++week;
    if (week == kWeeks || price.value <= kLeastPrice) {
      out[path] = price.gain();
      path += threads;
      price = Price(path);
      week = 0;
    }
  }
}

constexpr unsigned kShells = 128, kSlice = 128;

/// Calls `count` with the shell in which each of 128 particles is around particle i, if it is not
/// too far away.
template <class Count>
__device__ inline void shells_around(const float* x, const float* y, const float* z, unsigned i,
                                     const Count& count) {
  const float own_x = x[i], own_y = y[i], own_z = z[i];
  const unsigned first = blockIdx.y * kSlice;
  for (unsigned k = first; k < first + kSlice; ++k) {
    const float right = x[k] - own_x, up = y[k] - own_y, ahead = z[k] - own_z;
    const float square = right * right + up * up + ahead * ahead;
    if (square < 0.25F && k != i) {
      count(min(static_cast<unsigned>(sqrtf(square) * 2 * kShells), kShells - 1));
    }
  }
}

/// How often each distance is between two particles, counted in memory.
__global__ void radial_global(const float* x, const float* y, const float* z, unsigned* counts) {
  shells_around(x, y, z, blockIdx.x * blockDim.x + threadIdx.x,
                [&](unsigned shell) { atomicAdd(&counts[shell], 1U); });
}

/// The same, counted by each block first, of 128 threads.
__global__ void radial_shared(const float* x, const float* y, const float* z, unsigned* counts) {
  __shared__ unsigned own[kShells];
  own[threadIdx.x] = 0;
  __syncthreads();
  shells_around(x, y, z, blockIdx.x * blockDim.x + threadIdx.x,
                [&](unsigned shell) { atomicAdd(&own[shell], 1U); });
  __syncthreads();
  if (own[threadIdx.x] != 0) {
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
  }
}

constexpr int kPicture = 256;

/// Corners in the order that goes round to the left, and how far away it is: the nearest one covers
/// the others.
struct Triangle {
  int ax, ay, bx, by, cx, cy;
  unsigned depth, colour;

  __device__ static bool is_left(int fx, int fy, int tx, int ty, int x, int y) {
    return (tx - fx) * (y - fy) - (ty - fy) * (x - fx) >= 0;
  }

  __device__ bool has(int x, int y) const {
    return is_left(ax, ay, bx, by, x, y) && is_left(bx, by, cx, cy, x, y) &&
           is_left(cx, cy, ax, ay, x, y);
  }

  __device__ unsigned pixel() const { return depth << 8 | colour; }
};

/// Triangles in an image: a thread a pixel, which looks for the nearest of all.
__global__ void raster_pixels(const Triangle* triangles, unsigned* out, unsigned count) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  unsigned nearest = ~0U;
  for (unsigned k = 0; k < count; ++k) {
    if (triangles[k].has(x, y)) {
      nearest = min(nearest, triangles[k].pixel());
    }
  }
  out[y * kPicture + x] = nearest;
}

__global__ void raster_cleared(unsigned* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = ~0U;
}

/// The same, a thread a triangle, which goes through all pixels of its box.
__global__ void raster_triangles(const Triangle* triangles, unsigned* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const Triangle own = triangles[i];
    const int right = max(own.ax, max(own.bx, own.cx)), top = max(own.ay, max(own.by, own.cy));
    for (int y = min(own.ay, min(own.by, own.cy)); y <= top; ++y) {
      for (int x = min(own.ax, min(own.bx, own.cx)); x <= right; ++x) {
        if (own.has(x, y)) {
          atomicMin(&out[y * kPicture + x], own.pixel());
        }
      }
    }
  }
}

/// The same, a warp a triangle, lanes beside each other in its box.
__global__ void raster_warps(const Triangle* triangles, unsigned* out, unsigned count) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (i < count) {
    const Triangle own = triangles[i];
    const int left = min(own.ax, min(own.bx, own.cx)), bottom = min(own.ay, min(own.by, own.cy));
    const int width = max(own.ax, max(own.bx, own.cx)) - left + 1;
    const int height = max(own.ay, max(own.by, own.cy)) - bottom + 1;
    for (int k = static_cast<int>(threadIdx.x % 32); k < width * height; k += 32) {
      const int x = left + k % width, y = bottom + k / width;
      if (own.has(x, y)) {
        atomicMin(&out[y * kPicture + x], own.pixel());
      }
    }
  }
}

/// Numbers from 0 to 1.
inline std::vector<float> parts_of_one(unsigned n, std::uint64_t seed) {
  auto parts = random_numbers<float>(n, 1U << 20, seed);
  for (float& part : parts) {
    part *= 0x1p-20F;
  }
  return parts;
}

inline void add_densities(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto places = filled(parts_of_one(n, 171)), samples = filled(parts_of_one(kSamples, 172));
      auto out = zeros<float>(n);
      return [=] { kernel<<<n / 512, 512>>>(places->get(), samples->get(), out->get(), n); };
    });
  };
  add("density_global", density_global);
  add("density_shared", density_shared);
  runner.add(sized("density_constant", n), [=] {
    const auto samples = parts_of_one(kSamples, 172);
    BENCH_CHECK(cudaMemcpyToSymbol(constant_samples, samples.data(), sizeof constant_samples));
    auto places = filled(parts_of_one(n, 171)), out = zeros<float>(n);
    return [=] { density_constant<<<n / 512, 512>>>(places->get(), out->get(), n); };
  });
}

inline void add_divisors(Runner& runner, unsigned n) {
  runner.add(sized("divisors_tried", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { divisors_tried<<<n / 256, 256>>>(out->get(), n); };
  });
  runner.add(sized("divisors_spread", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { divisors_spread<<<n / kStretch, 256>>>(out->get()); };
  });
}

inline void add_knockouts(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned paths) {
    runner.add(sized(name, n), [=] {
      auto out = zeros<float>(n);
      return [=] { kernel<<<n / paths / 128, 128>>>(out->get(), n); };
    });
  };
  add("knockout_paths", knockout_paths, 1);
  add("knockout_refilled", knockout_refilled, 8);
}

inline void add_radials(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto x = filled(parts_of_one(n, 173)), y = filled(parts_of_one(n, 174));
      auto z = filled(parts_of_one(n, 175));
      auto counts = zeros<unsigned>(kShells);
      return [=] {
        kernel<<<dim3(n / 128, n / kSlice), 128>>>(x->get(), y->get(), z->get(), counts->get());
      };
    });
  };
  add("radial_global", radial_global);
  add("radial_shared", radial_shared);
}

/// Triangles in boxes of at most 48 x 48 pixels.
inline std::vector<Triangle> triangles_at_random(unsigned n) {
  const auto places = random_numbers<int>(2 * n, kPicture - 48, 176);
  const auto corners = random_numbers<int>(6 * n, 48, 177);
  const auto depths = random_numbers<unsigned>(n, 1U << 16, 178);
  std::vector<Triangle> all(n);
  for (unsigned k = 0; k < n; ++k) {
    const int x = places[2 * k], y = places[2 * k + 1], *from = &corners[6 * k];
    Triangle& one = all[k];
    one = {x + from[0], y + from[1], x + from[2], y + from[3],
           x + from[4], y + from[5], depths[k],   k % 256};
    const int area = (one.bx - one.ax) * (one.cy - one.ay) - (one.by - one.ay) * (one.cx - one.ax);
    if (area == 0) {  // a line, which would go on beyond its box
      one = {x, y, x + 47, y, x, y + 47, depths[k], k % 256};
    } else if (area < 0) {
      std::swap(one.bx, one.cx);
      std::swap(one.by, one.cy);
    }
  }
  return all;
}

inline void add_rasters(Runner& runner, unsigned n) {
  runner.add(sized("raster_pixels", n), [=] {
    auto triangles = filled(triangles_at_random(n));
    auto out = zeros<unsigned>(kPicture * kPicture);
    return [=] {
      raster_pixels<<<dim3(kPicture / 16, kPicture / 16), dim3(16, 16)>>>(triangles->get(),
                                                                          out->get(), n);
    };
  });
  const auto add = [&](const char* name, auto kernel, unsigned threads, unsigned block) {
    runner.add(sized(name, n), [=] {
      auto triangles = filled(triangles_at_random(n));
      auto out = zeros<unsigned>(kPicture * kPicture);
      return [=] {
        raster_cleared<<<kPicture * kPicture / 1024, 1024>>>(out->get());
        kernel<<<n * threads / block, block>>>(triangles->get(), out->get(), n);
      };
    });
  };
  add("raster_triangles", raster_triangles, 1, 32);
  add("raster_warps", raster_warps, 32, 128);
}

inline void add_thirteenth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 12, 1U << 15}) {
    add_densities(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_divisors(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 18}) {
    add_knockouts(runner, n);
  }
  for (const unsigned n : {1U << 10, 1U << 11}) {
    add_radials(runner, n);
  }
  for (const unsigned n : {1U << 6, 1U << 9}) {
    add_rasters(runner, n);
  }
}

}  // namespace calibration
