// Ninth blind test, arithmetic: Chebyshev's polynomials, powers to a modulus, random walks, sums of
// what is before, charges on a grid.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kTerms = 12;
__constant__ float chebyshev_terms[kTerms];

/// A sum of twelve of Chebyshev's polynomials: cosines of multiples of an angle, or Clenshaw's
/// steps.
__global__ void chebyshev_cosines(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float angle = acosf(in[i]);
    float sum = 0;
    for (unsigned k = 0; k < kTerms; ++k) {
      sum += chebyshev_terms[k] * cosf(static_cast<float>(k) * angle);
    }
    out[i] = sum;
  }
}

__global__ void chebyshev_clenshaw(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = in[i];
    float next = 0, after_next = 0;
    for (unsigned k = kTerms - 1; k > 0; --k) {
      const float here = chebyshev_terms[k] + 2 * x * next - after_next;
      after_next = next;
      next = here;
    }
    out[i] = chebyshev_terms[0] + x * next - after_next;
  }
}

/// Powers to an odd modulus, by squares: remainders of products, or Montgomery's products.
__global__ void modpower_remainders(const unsigned* bases, const unsigned short* exponents,
                                    unsigned* out, unsigned modulus, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long square = bases[i], power = 1;
    for (unsigned bits = exponents[i]; bits > 0; bits /= 2) {
      if (bits % 2 == 1) {
        power = power * square % modulus;
      }
      square = square * square % modulus;
    }
    out[i] = static_cast<unsigned>(power);
  }
}

struct Montgomery {
  unsigned modulus, negative_inverse, one, square_of_one;
};

/// a b / 2^32 to a modulus below 2^31.
__device__ inline unsigned montgomery_product(unsigned a, unsigned b, const Montgomery& by) {
  const unsigned long long product = static_cast<unsigned long long>(a) * b;
  const unsigned factor = static_cast<unsigned>(product) * by.negative_inverse;
  const unsigned long long sum = product + static_cast<unsigned long long>(factor) * by.modulus;
  const auto high = static_cast<unsigned>(sum >> 32);
  return high >= by.modulus ? high - by.modulus : high;
}

__global__ void modpower_montgomery(const unsigned* bases, const unsigned short* exponents,
                                    unsigned* out, Montgomery by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned square = montgomery_product(bases[i], by.square_of_one, by), power = by.one;
    for (unsigned bits = exponents[i]; bits > 0; bits /= 2) {
      if (bits % 2 == 1) {
        power = montgomery_product(power, square, by);
      }
      square = montgomery_product(square, square, by);
    }
    out[i] = montgomery_product(power, 1, by);
  }
}

__device__ inline unsigned next_random(unsigned state) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^ state << 5;
}

/// How far random walkers get in 64 steps, squares summed up: a random number a step and an atomic
/// a walker, or 16 steps a number and an atomic a warp.
__global__ void walk_singles(const unsigned* seeds, unsigned long long* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned state = seeds[i];
    int x = 0, y = 0;
    for (unsigned step = 0; step < 64; ++step) {
      state = next_random(state);
      const unsigned direction = state >> 30;
      if (direction == 0) {
        ++x;
      } else if (direction == 1) {
        --x;
      } else if (direction == 2) {
        ++y;
      } else {
        --y;
      }
    }
    atomicAdd(sum, static_cast<unsigned long long>(x * x + y * y));
  }
}

__global__ void walk_sixteens(const unsigned* seeds, unsigned long long* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = 0, y = 0;
  if (i < n) {
    unsigned state = seeds[i];
    for (unsigned part = 0; part < 4; ++part) {
      state = next_random(state);
      for (unsigned bit = 0; bit < 32; bit += 2) {
        const int by = (state >> bit & 1) == 0 ? 1 : -1;
        const bool is_across = (state >> bit & 2) == 0;
        x += is_across ? by : 0;
        y += is_across ? 0 : by;
      }
    }
  }
  int square = x * x + y * y;
  for (int step = 16; step > 0; step /= 2) {
    square += __shfl_xor_sync(~0U, square, step);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(sum, static_cast<unsigned long long>(square));
  }
}

/// Where a number lies in shared memory: a word is left free behind each 32, or none is.
template <bool kPadded>
__device__ inline unsigned place_of(unsigned k) {
  return kPadded ? k + k / 32 : k;
}

/// The sum of all numbers before each one, for each 512: up a tree and down again.
template <bool kPadded>
__device__ inline void sweep(const int* in, int* out) {
  __shared__ int sums[kPadded ? 528 : 512];
  const unsigned t = threadIdx.x, first = blockIdx.x * 512;
  sums[place_of<kPadded>(t)] = in[first + t];
  sums[place_of<kPadded>(t + 256)] = in[first + t + 256];
  for (unsigned step = 1; step < 512; step *= 2) {
    __syncthreads();
    if (t < 256 / step) {
      const unsigned left = (2 * t + 1) * step - 1;
      sums[place_of<kPadded>(left + step)] += sums[place_of<kPadded>(left)];
    }
  }
  __syncthreads();
  if (t == 0) {
    sums[place_of<kPadded>(511)] = 0;
  }
  for (unsigned step = 256; step > 0; step /= 2) {
    __syncthreads();
    if (t < 256 / step) {
      const unsigned left = place_of<kPadded>((2 * t + 1) * step - 1);
      const unsigned right = place_of<kPadded>((2 * t + 2) * step - 1);
      const int sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  __syncthreads();
  out[first + t] = sums[place_of<kPadded>(t)];
  out[first + t + 256] = sums[place_of<kPadded>(t + 256)];
}

/// Numbers side by side, where lanes meet in banks, or with free words between them.
__global__ void sweep_plain(const int* in, int* out) {
  sweep<false>(in, out);
}

__global__ void sweep_padded(const int* in, int* out) {
  sweep<true>(in, out);
}

constexpr unsigned kCells = 1024;

/// Charges shared out to the two points of a grid beside them: on the device, or for each block
/// first.
__global__ void charge_global(const float* places, const float* charges, float* grid, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float place = places[i], charge = charges[i];
    const auto cell = static_cast<unsigned>(place);
    const float part = place - static_cast<float>(cell);
    atomicAdd(&grid[cell % kCells], charge * (1 - part));
    atomicAdd(&grid[(cell + 1) % kCells], charge * part);
  }
}

__global__ void charge_shared(const float* places, const float* charges, float* grid, unsigned n) {
  __shared__ float own[kCells];
  for (unsigned k = threadIdx.x; k < kCells; k += blockDim.x) {
    own[k] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float place = places[i], charge = charges[i];
    const auto cell = static_cast<unsigned>(place);
    const float part = place - static_cast<float>(cell);
    atomicAdd(&own[cell % kCells], charge * (1 - part));
    atomicAdd(&own[(cell + 1) % kCells], charge * part);
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < kCells; k += blockDim.x) {
    atomicAdd(&grid[k], own[k]);
  }
}

inline void set_chebyshev_terms() {
  std::vector<float> terms(kTerms);
  for (unsigned k = 0; k < kTerms; ++k) {
    terms[k] = (k % 2 == 0 ? 1.0F : -0.5F) / static_cast<float>(k + 1);
  }
  BENCH_CHECK(cudaMemcpyToSymbol(chebyshev_terms, terms.data(), sizeof chebyshev_terms));
}

inline void add_chebyshev(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      set_chebyshev_terms();
      return [=] { kernel<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
  };
  add("chebyshev_cosines", chebyshev_cosines);
  add("chebyshev_clenshaw", chebyshev_clenshaw);
}

/// What Montgomery's products need of a modulus; each step of the inverse gets twice the bits.
inline Montgomery montgomery_of(unsigned modulus) {
  unsigned inverse = modulus;
  for (unsigned k = 0; k < 4; ++k) {
    inverse *= 2 - modulus * inverse;
  }
  const unsigned long long one = (1ULL << 32) % modulus;
  return {modulus, 0U - inverse, static_cast<unsigned>(one),
          static_cast<unsigned>(one * one % modulus)};
}

inline void add_modpowers(Runner& runner, unsigned n) {
  constexpr unsigned kModulus = 1000000007;
  runner.add(sized("modpower_remainders", n), [=] {
    auto bases = filled(random_numbers<unsigned>(n, kModulus)), out = zeros<unsigned>(n);
    auto exponents = filled(random_numbers<unsigned short>(n, 65536, 5));
    return [=] {
      modpower_remainders<<<n / 256, 256>>>(bases->get(), exponents->get(), out->get(), kModulus,
                                            n);
    };
  });
  runner.add(sized("modpower_montgomery", n), [=] {
    auto bases = filled(random_numbers<unsigned>(n, kModulus)), out = zeros<unsigned>(n);
    auto exponents = filled(random_numbers<unsigned short>(n, 65536, 5));
    const Montgomery by = montgomery_of(kModulus);
    return [=] {
      modpower_montgomery<<<n / 256, 256>>>(bases->get(), exponents->get(), out->get(), by, n);
    };
  });
}

inline void add_walks(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto seeds = filled(random_numbers<unsigned>(n, 1U << 31));
      auto sum = zeros<unsigned long long>(1);
      return [=] { kernel<<<n / 256, 256>>>(seeds->get(), sum->get(), n); };
    });
  };
  add("walk_singles", walk_singles);
  add("walk_sixteens", walk_sixteens);
}

inline void add_sweeps(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
      return [=] { kernel<<<n / 512, 256>>>(in->get(), out->get()); };
    });
  };
  add("sweep_plain", sweep_plain);
  add("sweep_padded", sweep_padded);
}

inline void add_charges(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      std::vector<float> on_grid = bench::random_floats(n, 3);
      for (float& place : on_grid) {
        place = (place + 1) * (kCells / 2);
      }
      auto places = filled(on_grid), charges = floats(n), grid = zeros<float>(kCells);
      return [=] { kernel<<<blocks, 256>>>(places->get(), charges->get(), grid->get(), n); };
    });
  };
  add("charge_global", charge_global, n / 256);
  add("charge_shared", charge_shared, 264);
}

inline void add_ninth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_chebyshev(runner, n);
    add_charges(runner, n);
  }
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_modpowers(runner, n);
  }
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_walks(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_sweeps(runner, n);
  }
}

}  // namespace calibration
