// Fourth blind test, arithmetic: primes, random points, branches, orbits, copies.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Is each number a prime? By all smaller ones, and by odd ones up to the root.
__global__ void primes_by_all(unsigned* out, unsigned first, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned number = first + i;
    unsigned divisor = 2;
    while (divisor * divisor <= number && number % divisor != 0) {
      ++divisor;
    }
    out[i] = divisor * divisor > number ? 1 : 0;
  }
}

__global__ void primes_by_odd(unsigned* out, unsigned first, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned number = first + i;
    bool is_prime = number % 2 != 0;
    for (unsigned divisor = 3; is_prime && divisor * divisor <= number; divisor += 2) {
      is_prime = number % divisor != 0;
    }
    out[i] = is_prime ? 1 : 0;
  }
}

__device__ inline unsigned next_random(unsigned& state) {
  state = state * 1664525U + 1013904223U;
  return state >> 8;
}

__device__ inline unsigned points_within(unsigned seed, unsigned rounds) {
  unsigned state = seed * 747796405U + 1, within = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    const float x = static_cast<float>(next_random(state)) / 16777216.0F;
    const float y = static_cast<float>(next_random(state)) / 16777216.0F;
    within += x * x + y * y < 1 ? 1 : 0;
  }
  return within;
}

/// Random points within a circle: an atomic a thread.
__global__ void pi_by_threads(unsigned* count, unsigned rounds) {
  atomicAdd(count, points_within(blockIdx.x * blockDim.x + threadIdx.x, rounds));
}

/// An atomic a block, behind a tree in shared memory.
__global__ void pi_by_blocks(unsigned* count, unsigned rounds) {
  __shared__ unsigned sums[256];
  sums[threadIdx.x] = points_within(blockIdx.x * blockDim.x + threadIdx.x, rounds);
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(count, sums[0]);
  }
}

/// Two ways for even and odd threads, or for halves of the blocks.
template <bool kMixed>
__global__ void branches(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = in[i];
    const bool first = kMixed ? threadIdx.x % 2 == 0 : threadIdx.x < blockDim.x / 2;
    if (first) {
      for (unsigned k = 0; k < 16; ++k) {
        value = value * 0.5F + sqrtf(value + 1);
      }
    } else {
      for (unsigned k = 0; k < 16; ++k) {
        value = value * 0.25F + expf(-value);
      }
    }
    out[i] = value;
  }
}

/// Positions of bodies on orbits after some steps.
template <class T>
__global__ void orbit(const T* begin, T* out, unsigned n, unsigned steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T x = 1 + begin[i], y = 0, vx = 0, vy = 1;
    const T step = static_cast<T>(0.01);
    for (unsigned k = 0; k < steps; ++k) {
      const T square = x * x + y * y;
      const T pull = step / (square * sqrt(square));
      vx -= x * pull;
      vy -= y * pull;
      x += vx * step;
      y += vy * step;
    }
    out[i] = x + y;
  }
}

/// Scaled copies: a word a thread in a loop over the grid, or four words.
__global__ void scaled_words(const float* in, float* out, float by, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i] * by;
  }
}

__global__ void scaled_fours(const float4* in, float4* out, float by, unsigned fours) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    out[i] = make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
  }
}

inline void add_counted_numbers(Runner& runner, unsigned n) {
  runner.add(sized("primes_by_all", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { primes_by_all<<<n / 256, 256>>>(out->get(), 1000000, n); };
  });
  runner.add(sized("primes_by_odd", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { primes_by_odd<<<n / 256, 256>>>(out->get(), 1000000, n); };
  });
  runner.add(sized("pi_by_threads", n), [=] {
    auto count = zeros<unsigned>(1);
    return [=] { pi_by_threads<<<n / 256, 256>>>(count->get(), 32); };
  });
  runner.add(sized("pi_by_blocks", n), [=] {
    auto count = zeros<unsigned>(1);
    return [=] { pi_by_blocks<<<n / 256, 256>>>(count->get(), 32); };
  });
  runner.add(sized("orbit_f32", n), [=] {
    auto begin = floats(n), out = zeros<float>(n);
    return [=] { orbit<float><<<n / 256, 256>>>(begin->get(), out->get(), n, 32); };
  });
  runner.add(sized("orbit_f64", n), [=] {
    auto begin = zeros<double>(n), out = zeros<double>(n);
    return [=] { orbit<double><<<n / 256, 256>>>(begin->get(), out->get(), n, 32); };
  });
}

inline void add_ways(Runner& runner, unsigned n) {
  runner.add(sized("branches_mixed", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { branches<true><<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("branches_apart", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { branches<false><<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("scaled_words", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { scaled_words<<<528, 256>>>(in->get(), out->get(), 0.5F, n); };
  });
  runner.add(sized("scaled_fours", n), [=] {
    auto in = zeros<float4>(n / 4), out = zeros<float4>(n / 4);
    return [=] { scaled_fours<<<528, 256>>>(in->get(), out->get(), 0.5F, n / 4); };
  });
}

inline void add_fourth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_counted_numbers(runner, n);
  }
  for (const unsigned n : {1U << 19, 1U << 22}) {
    add_ways(runner, n);
  }
}

}  // namespace calibration
