// Fourteenth blind test, numbers: stencils along a line and in space, option prices, a x + y, dot
// products, odd-even sorting.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kRadius = 8;                          // of the stencil along a line
constexpr unsigned kPlaneTile = 32, kPlaneOut = 30;      // read and written of a plane by a block
constexpr unsigned kPlanes = 16;                         // that a block goes through
constexpr float kRate = 0.02F, kVolatility = 0.3F;       // of the options
constexpr unsigned kDotThreads = 256, kDotBlocks = 264;  // of the dot product by trees

/// Sums of 17 neighbours along a line that has 8 elements more at both ends.
__global__ void stencil1d_global(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (unsigned k = 0; k <= 2 * kRadius; ++k) {
      sum += in[i + k];
    }
    out[i] = sum;
  }
}

/// The same from a block's part of the line, with its halo, in shared memory.
__global__ void stencil1d_shared(const float* in, float* out, unsigned n) {
  __shared__ float line[256 + 2 * kRadius];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    line[threadIdx.x + kRadius] = in[i + kRadius];
    if (threadIdx.x < kRadius) {
      line[threadIdx.x] = in[i];
      line[threadIdx.x + 256 + kRadius] = in[i + 256 + kRadius];
    }
  }
  __syncthreads();
  if (i < n) {
    float sum = 0;
    for (unsigned k = 0; k <= 2 * kRadius; ++k) {
      sum += line[threadIdx.x + k];
    }
    out[i] = sum;
  }
}

/// Seven neighbours in space: a thread an inner point, all from global memory.
__global__ void stencil3d_plain(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= 1 && x < n - 1 && y >= 1 && y < n - 1 && z >= 1 && z < n - 1) {
    const unsigned i = (z * n + y) * n + x;
    out[i] = 0.4F * in[i] +
             0.1F * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]);
  }
}

/// A block goes through 16 planes: one in shared memory, those before and behind in registers.
__global__ void stencil3d_marched(const float* in, float* out, unsigned n) {
  __shared__ float plane[kPlaneTile][kPlaneTile];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * kPlaneOut + tx, y = blockIdx.y * kPlaneOut + ty;
  const unsigned first = blockIdx.z * kPlanes + 1, at = y * n + x, step = n * n;
  const bool is_inside = x < n && y < n;
  const bool writes =
      tx >= 1 && tx <= kPlaneOut && ty >= 1 && ty <= kPlaneOut && x < n - 1 && y < n - 1;
  float before = is_inside ? in[(first - 1) * step + at] : 0.0F;
  float here = is_inside && first < n ? in[first * step + at] : 0.0F;
  for (unsigned z = first; z < first + kPlanes && z < n - 1; ++z) {
    const float behind = is_inside ? in[(z + 1) * step + at] : 0.0F;
    plane[ty][tx] = here;
    __syncthreads();
    if (writes) {
      out[z * step + at] =
          0.4F * here + 0.1F * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                                plane[ty + 1][tx] + before + behind);
    }
    __syncthreads();
    before = here;
    here = behind;
  }
}

/// An option as a structure: the price of what it is for, what it is exercised at, its years.
struct StockOption {
  float price, strike, years;
};

/// Distribution of a standard normal variable, by a polynomial of fifth degree.
__device__ inline float normal_below(float d) {
  const float k = 1.0F / (1.0F + 0.2316419F * fabsf(d));
  const float tail =
      0.39894228F * expf(-0.5F * d * d) *
      (k * (0.31938153F +
            k * (-0.356563782F + k * (1.781477937F + k * (-1.821255978F + k * 1.330274429F)))));
  return d > 0 ? 1.0F - tail : tail;
}

/// Black and Scholes' worth of an option to buy (x) and of one to sell (y).
__device__ inline float2 option_worth(float price, float strike, float years) {
  const float root = kVolatility * sqrtf(years);
  const float d1 =
      (logf(price / strike) + (kRate + 0.5F * kVolatility * kVolatility) * years) / root;
  const float below1 = normal_below(d1), below2 = normal_below(d1 - root);
  const float discounted = strike * expf(-kRate * years);
  return make_float2(price * below1 - discounted * below2,
                     discounted * (1.0F - below2) - price * (1.0F - below1));
}

/// Prices of options that lie in memory as structures, answers in pairs.
__global__ void blackscholes_structs(const StockOption* options, float2* worth, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    worth[i] = option_worth(options[i].price, options[i].strike, options[i].years);
  }
}

/// Prices of options whose fields and answers are arrays, threads striding over the grid.
__global__ void blackscholes_arrays(const float* __restrict__ prices,
                                    const float* __restrict__ strikes,
                                    const float* __restrict__ years, float* __restrict__ calls,
                                    float* __restrict__ puts, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float2 worth = option_worth(prices[i], strikes[i], years[i]);
    calls[i] = worth.x;
    puts[i] = worth.y;
  }
}

/// y = a x + y: a thread an element.
__global__ void axpy_each(float a, const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

/// The same by fours, threads striding over the grid.
__global__ void axpy_strides(float a, const float4* __restrict__ x, float4* __restrict__ y,
                             unsigned fours) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
    const float4 v = x[i];
    float4 w = y[i];
    w.x += a * v.x;
    w.y += a * v.y;
    w.z += a * v.z;
    w.w += a * v.w;
    y[i] = w;
  }
}

/// A dot product where each thread adds its own product to the sum.
__global__ void dotprod_atomics(const float* a, const float* b, float* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, a[i] * b[i]);
  }
}

/// The same: threads stride over the grid, and a tree in shared memory gives each block's sum.
__global__ void dotprod_blocks(const float* a, const float* b, float* sums, unsigned n) {
  __shared__ float cache[kDotThreads];
  float sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += a[i] * b[i];
  }
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned step = kDotThreads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      cache[threadIdx.x] += cache[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = cache[0];
  }
}

/// The blocks' sums added up by one block.
__global__ void dotprod_last(const float* sums, float* out, unsigned count) {
  __shared__ float cache[kDotThreads];
  float sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += kDotThreads) {
    sum += sums[i];
  }
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned step = kDotThreads / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      cache[threadIdx.x] += cache[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    *out = cache[0];
  }
}

/// Odd-even transposition sort of 256 values by 128 threads, in global memory.
__global__ void oddeven_global(const int* in, int* out) {
  int* const own = out + blockIdx.x * 256;
  own[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  own[threadIdx.x + 128] = in[blockIdx.x * 256 + threadIdx.x + 128];
  __syncthreads();
  for (unsigned phase = 0; phase < 256; ++phase) {
    const unsigned i = threadIdx.x * 2 + phase % 2;
    if (i + 1 < 256) {
      const int a = own[i], b = own[i + 1];
      if (a > b) {
        own[i] = b;
        own[i + 1] = a;
      }
    }
    __syncthreads();
  }
}

/// The same in shared memory.
__global__ void oddeven_shared(const int* in, int* out) {
  __shared__ int own[256];
  own[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  own[threadIdx.x + 128] = in[blockIdx.x * 256 + threadIdx.x + 128];
  __syncthreads();
  for (unsigned phase = 0; phase < 256; ++phase) {
    const unsigned i = threadIdx.x * 2 + phase % 2;
    if (i + 1 < 256) {
      const int a = own[i], b = own[i + 1];
      if (a > b) {
        own[i] = b;
        own[i + 1] = a;
      }
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x + 128] = own[threadIdx.x + 128];
}

inline void add_fourteenth_stencils(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 23}) {
    runner.add(sized("stencil1d_global", n), [=] {
      auto in = floats(n + 2 * kRadius), out = zeros<float>(n);
      return [=] { stencil1d_global<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("stencil1d_shared", n), [=] {
      auto in = floats(n + 2 * kRadius), out = zeros<float>(n);
      return [=] { stencil1d_shared<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
  }
  for (const unsigned n : {64U, 256U}) {
    runner.add(sized("stencil3d_plain", n), [=] {
      auto in = floats(n * n * n), out = zeros<float>(n * n * n);
      return [=] {
        stencil3d_plain<<<dim3(n / 8, n / 8, n / 8), dim3(8, 8, 8)>>>(in->get(), out->get(), n);
      };
    });
    runner.add(sized("stencil3d_marched", n), [=] {
      auto in = floats(n * n * n), out = zeros<float>(n * n * n);
      const unsigned tiles = (n - 2 + kPlaneOut - 1) / kPlaneOut;
      const dim3 grid(tiles, tiles, (n - 2 + kPlanes - 1) / kPlanes);
      return [=] {
        stencil3d_marched<<<grid, dim3(kPlaneTile, kPlaneTile)>>>(in->get(), out->get(), n);
      };
    });
  }
}

/// `n` values in [low, high).
inline std::vector<float> floats_between(unsigned n, float low, float high, std::uint64_t seed) {
  std::vector<float> values = bench::random_floats(n, seed);
  for (float& value : values) {
    value = low + (value + 1) / 2 * (high - low);
  }
  return values;
}

inline void add_fourteenth_options(Runner& runner, unsigned n) {
  runner.add(sized("blackscholes_structs", n), [=] {
    const auto prices = floats_between(n, 5, 30, 1), strikes = floats_between(n, 1, 100, 2);
    const auto years = floats_between(n, 0.25F, 10, 3);
    std::vector<StockOption> all(n);
    for (std::size_t i = 0; i < n; ++i) {
      all[i] = {prices[i], strikes[i], years[i]};
    }
    auto options = filled(all);
    auto worth = zeros<float2>(n);
    return [=] { blackscholes_structs<<<n / 256, 256>>>(options->get(), worth->get(), n); };
  });
  runner.add(sized("blackscholes_arrays", n), [=] {
    auto prices = filled(floats_between(n, 5, 30, 1));
    auto strikes = filled(floats_between(n, 1, 100, 2));
    auto years = filled(floats_between(n, 0.25F, 10, 3));
    auto calls = zeros<float>(n), puts = zeros<float>(n);
    const unsigned blocks = std::min(n / 256, 1056U);
    return [=] {
      blackscholes_arrays<<<blocks, 256>>>(prices->get(), strikes->get(), years->get(),
                                           calls->get(), puts->get(), n);
    };
  });
}

inline void add_fourteenth_vectors(Runner& runner, unsigned n) {
  runner.add(sized("axpy_each", n), [=] {
    auto x = floats(n), y = floats(n, 2);
    return [=] { axpy_each<<<n / 256, 256>>>(0.5F, x->get(), y->get(), n); };
  });
  runner.add(sized("axpy_strides", n), [=] {
    const auto fours = [=](std::uint64_t seed) {
      const std::vector<float> values = bench::random_floats(n, seed);
      std::vector<float4> all(n / 4);
      std::memcpy(all.data(), values.data(), n * sizeof(float));
      return filled(all);
    };
    auto x = fours(1), y = fours(2);
    const unsigned blocks = std::min(n / 1024, 1056U);
    return [=] { axpy_strides<<<blocks, 256>>>(0.5F, x->get(), y->get(), n / 4); };
  });
}

inline void add_fourteenth_dots(Runner& runner, unsigned n) {
  runner.add(sized("dotprod_atomics", n), [=] {
    auto a = floats(n), b = floats(n, 2), sum = zeros<float>(1);
    return [=] { dotprod_atomics<<<n / 256, 256>>>(a->get(), b->get(), sum->get(), n); };
  });
  runner.add(sized("dotprod_trees", n), [=] {
    auto a = floats(n), b = floats(n, 2), sums = zeros<float>(kDotBlocks), out = zeros<float>(1);
    return [=] {
      dotprod_blocks<<<kDotBlocks, kDotThreads>>>(a->get(), b->get(), sums->get(), n);
      dotprod_last<<<1, kDotThreads>>>(sums->get(), out->get(), kDotBlocks);
    };
  });
}

inline void add_fourteenth_oddeven(Runner& runner, unsigned n) {
  const auto add_oddeven = [&](const char* name, auto* kernel) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<int>(n, 1U << 30)), out = zeros<int>(n);
      return [=] { kernel<<<n / 256, 128>>>(in->get(), out->get()); };
    });
  };
  add_oddeven("oddeven_global", oddeven_global);
  add_oddeven("oddeven_shared", oddeven_shared);
}

inline void add_fourteenth_numbers(Runner& runner) {
  add_fourteenth_stencils(runner);
  for (const unsigned n : {1U << 14, 1U << 18}) {
    add_fourteenth_oddeven(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 22}) {
    add_fourteenth_options(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 24}) {
    add_fourteenth_vectors(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_fourteenth_dots(runner, n);
  }
}

}  // namespace calibration
