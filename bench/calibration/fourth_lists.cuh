// Fourth blind test, lists: histograms, kept elements, running sums, centres, angles, points,
// curves, tables that are searched.
#pragma once

#include "cases.cuh"

namespace calibration {

/// How many keys of each of 64 kinds there are.
__global__ void bars_global(const unsigned* keys, unsigned* bars, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bars[keys[i] % 64], 1U);
  }
}

__global__ void bars_block(const unsigned* keys, unsigned* bars, unsigned n) {
  __shared__ unsigned own[64];
  if (threadIdx.x < 64) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[keys[i] % 64], 1U);
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    atomicAdd(&bars[threadIdx.x], own[threadIdx.x]);
  }
}

/// Bars for each warp of a block.
__global__ void bars_warps(const unsigned* keys, unsigned* bars, unsigned n) {
  __shared__ unsigned own[8][64];
  for (unsigned i = threadIdx.x; i < 512; i += 256) {
    own[i / 64][i % 64] = 0;
  }
  __syncthreads();
  unsigned* const mine = own[threadIdx.x / 32];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[keys[i] % 64], 1U);
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (unsigned warp = 0; warp < 8; ++warp) {
      sum += own[warp][threadIdx.x];
    }
    atomicAdd(&bars[threadIdx.x], sum);
  }
}

/// Keeps elements below a limit, in any order: a counter for all.
__global__ void kept_by_threads(const int* in, int* out, unsigned* count, unsigned n, int limit) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] < limit) {
    out[atomicAdd(count, 1U) % n] = in[i];
  }
}

/// A block counts first.
__global__ void kept_by_blocks(const int* in, int* out, unsigned* count, unsigned n, int limit) {
  __shared__ unsigned here, first;
  if (threadIdx.x == 0) {
    here = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keeps = i < n && in[i] < limit;
  unsigned place = 0;
  if (keeps) {
    place = atomicAdd(&here, 1U);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    first = atomicAdd(count, here);
  }
  __syncthreads();
  if (keeps) {
    out[(first + place) % n] = in[i];
  }
}

/// Running sums of each 256 numbers, by steps in shared memory.
__global__ void sums_by_steps(const int* in, int* out) {
  __shared__ int sums[2][256];
  const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  unsigned from = 0;
  sums[0][t] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[i] = sums[from][t];
}

/// By shuffles, then the sums of the warps.
__global__ void sums_by_warps(const int* in, int* out) {
  __shared__ int totals[8];
  const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
  int sum = in[i];
  for (unsigned step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(~0U, sum, step);
    sum += lane >= step ? before : 0;
  }
  if (lane == 31) {
    totals[t / 32] = sum;
  }
  __syncthreads();
  for (unsigned warp = 0; warp < t / 32; ++warp) {
    sum += totals[warp];
  }
  out[i] = sum;
}

/// Sums of points of 16 groups and how many they are.
__global__ void centres_atomic(const float* x, const float* y, const unsigned* groups, float* sums,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned group = groups[i];
    atomicAdd(&sums[group * 3], x[i]);
    atomicAdd(&sums[group * 3 + 1], y[i]);
    atomicAdd(&sums[group * 3 + 2], 1.0F);
  }
}

__global__ void centres_shared(const float* x, const float* y, const unsigned* groups, float* sums,
                               unsigned n) {
  __shared__ float own[48];
  if (threadIdx.x < 48) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned group = groups[i];
    atomicAdd(&own[group * 3], x[i]);
    atomicAdd(&own[group * 3 + 1], y[i]);
    atomicAdd(&own[group * 3 + 2], 1.0F);
  }
  __syncthreads();
  if (threadIdx.x < 48) {
    atomicAdd(&sums[threadIdx.x], own[threadIdx.x]);
  }
}

/// Cosines of the angles between pairs of vectors of 64: a thread a pair.
__global__ void angles_threads(const float* a, const float* b, float* out, unsigned pairs) {
  const unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair < pairs) {
    float ab = 0, aa = 0, bb = 0;
    for (unsigned k = 0; k < 64; ++k) {
      const float x = a[pair * 64 + k], y = b[pair * 64 + k];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    out[pair] = ab * rsqrtf(aa * bb);
  }
}

/// A warp a pair.
__global__ void angles_warps(const float* a, const float* b, float* out, unsigned pairs) {
  const unsigned pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (pair >= pairs) {
    return;
  }
  float ab = 0, aa = 0, bb = 0;
  for (unsigned k = lane; k < 64; k += 32) {
    const float x = a[pair * 64 + k], y = b[pair * 64 + k];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    ab += __shfl_down_sync(~0U, ab, step);
    aa += __shfl_down_sync(~0U, aa, step);
    bb += __shfl_down_sync(~0U, bb, step);
  }
  if (lane == 0) {
    out[pair] = ab * rsqrtf(aa * bb);
  }
}

struct Point {
  float x, y, z;
};

/// Points brought to length 1, as structures and as planes.
__global__ void points_structs(Point* points, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Point p = points[i];
    const float by = 1 / sqrtf(p.x * p.x + p.y * p.y + p.z * p.z + 1e-9F);
    points[i] = {p.x * by, p.y * by, p.z * by};
  }
}

__global__ void points_planes(float* x, float* y, float* z, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float px = x[i], py = y[i], pz = z[i];
    const float by = 1 / sqrtf(px * px + py * py + pz * pz + 1e-9F);
    x[i] = px * by;
    y[i] = py * by;
    z[i] = pz * by;
  }
}

__constant__ float curve_table[256];

/// Bytes through a curve of 256 values, kept in three kinds of memory.
__global__ void curve_constant(const unsigned char* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = curve_table[in[i]];
  }
}

__global__ void curve_shared(const unsigned char* in, const float* table, float* out, unsigned n) {
  __shared__ float own[256];
  own[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = own[in[i]];
  }
}

__global__ void curve_global(const unsigned char* in, const float* table, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = table[in[i]];
  }
}

/// Where each number belongs among 1024 sorted ones.
__global__ void sampled_global(const float* in, const float* steps, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float wanted = in[i];
    unsigned low = 0;
    for (unsigned width = 512; width > 0; width /= 2) {
      low += steps[low + width - 1] < wanted ? width : 0;
    }
    out[i] = low;
  }
}

__global__ void sampled_shared(const float* in, const float* steps, unsigned* out, unsigned n) {
  __shared__ float own[1024];
  for (unsigned k = threadIdx.x; k < 1024; k += 256) {
    own[k] = steps[k];
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float wanted = in[i];
    unsigned low = 0;
    for (unsigned width = 512; width > 0; width /= 2) {
      low += own[low + width - 1] < wanted ? width : 0;
    }
    out[i] = low;
  }
}

inline void add_bars(Runner& runner, unsigned n) {
  const auto keys_of = [=] { return filled(random_numbers<unsigned>(n, 1U << 20)); };
  runner.add(sized("bars_global", n), [=] {
    auto keys = keys_of(), bars = zeros<unsigned>(64);
    return [=] { bars_global<<<n / 256, 256>>>(keys->get(), bars->get(), n); };
  });
  runner.add(sized("bars_block", n), [=] {
    auto keys = keys_of(), bars = zeros<unsigned>(64);
    return [=] { bars_block<<<264, 256>>>(keys->get(), bars->get(), n); };
  });
  runner.add(sized("bars_warps", n), [=] {
    auto keys = keys_of(), bars = zeros<unsigned>(64);
    return [=] { bars_warps<<<264, 256>>>(keys->get(), bars->get(), n); };
  });
}

inline void add_kept(Runner& runner, unsigned n) {
  runner.add(sized("kept_by_threads", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    auto count = zeros<unsigned>(1);
    return [=] { kept_by_threads<<<n / 256, 256>>>(in->get(), out->get(), count->get(), n, 300); };
  });
  runner.add(sized("kept_by_blocks", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    auto count = zeros<unsigned>(1);
    return [=] { kept_by_blocks<<<n / 256, 256>>>(in->get(), out->get(), count->get(), n, 300); };
  });
  runner.add(sized("sums_by_steps", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { sums_by_steps<<<n / 256, 256>>>(in->get(), out->get()); };
  });
  runner.add(sized("sums_by_warps", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { sums_by_warps<<<n / 256, 256>>>(in->get(), out->get()); };
  });
}

inline void add_points(Runner& runner, unsigned n) {
  const auto groups_of = [=] { return filled(random_numbers<unsigned>(n, 16)); };
  runner.add(sized("centres_atomic", n), [=] {
    auto x = floats(n), y = floats(n, 2), sums = zeros<float>(48);
    auto groups = groups_of();
    return [=] {
      centres_atomic<<<n / 256, 256>>>(x->get(), y->get(), groups->get(), sums->get(), n);
    };
  });
  runner.add(sized("centres_shared", n), [=] {
    auto x = floats(n), y = floats(n, 2), sums = zeros<float>(48);
    auto groups = groups_of();
    return [=] {
      centres_shared<<<n / 256, 256>>>(x->get(), y->get(), groups->get(), sums->get(), n);
    };
  });
  runner.add(sized("points_structs", n), [=] {
    auto points = zeros<Point>(n);
    return [=] { points_structs<<<n / 256, 256>>>(points->get(), n); };
  });
  runner.add(sized("points_planes", n), [=] {
    auto x = floats(n), y = floats(n, 2), z = floats(n, 3);
    return [=] { points_planes<<<n / 256, 256>>>(x->get(), y->get(), z->get(), n); };
  });
  const unsigned pairs = n / 64;
  runner.add(sized("angles_threads", pairs), [=] {
    auto a = floats(n), b = floats(n, 2), out = zeros<float>(pairs);
    return [=] {
      angles_threads<<<(pairs + 127) / 128, 128>>>(a->get(), b->get(), out->get(), pairs);
    };
  });
  runner.add(sized("angles_warps", pairs), [=] {
    auto a = floats(n), b = floats(n, 2), out = zeros<float>(pairs);
    return [=] { angles_warps<<<pairs / 8, 256>>>(a->get(), b->get(), out->get(), pairs); };
  });
}

inline void add_curves(Runner& runner, unsigned n) {
  const auto bytes = [=] { return filled(random_numbers<unsigned char>(n, 256)); };
  runner.add(sized("curve_constant", n), [=] {
    auto in = bytes();
    auto out = zeros<float>(n);
    return [=] { curve_constant<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("curve_shared", n), [=] {
    auto in = bytes();
    auto table = floats(256), out = zeros<float>(n);
    return [=] { curve_shared<<<n / 256, 256>>>(in->get(), table->get(), out->get(), n); };
  });
  runner.add(sized("curve_global", n), [=] {
    auto in = bytes();
    auto table = floats(256), out = zeros<float>(n);
    return [=] { curve_global<<<n / 256, 256>>>(in->get(), table->get(), out->get(), n); };
  });
  const auto steps_of = [] {
    std::vector<float> steps(1024);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      steps[k] = static_cast<float>(k) / 1024;
    }
    return filled(steps);
  };
  runner.add(sized("sampled_global", n), [=] {
    auto in = floats(n), steps = steps_of();
    auto out = zeros<unsigned>(n);
    return [=] { sampled_global<<<n / 256, 256>>>(in->get(), steps->get(), out->get(), n); };
  });
  runner.add(sized("sampled_shared", n), [=] {
    auto in = floats(n), steps = steps_of();
    auto out = zeros<unsigned>(n);
    return [=] { sampled_shared<<<n / 256, 256>>>(in->get(), steps->get(), out->get(), n); };
  });
}

inline void add_fourth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_bars(runner, n);
    add_kept(runner, n);
    add_points(runner, n);
    add_curves(runner, n);
  }
}

}  // namespace calibration
