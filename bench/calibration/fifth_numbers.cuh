// Fifth blind test, arithmetic: digits, indices by division, sieves, ways that lanes part on,
// roots, pendulums.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Sums of digits: of ten, which the compiler knows, or of a base that it does not.
__global__ void digits_of_ten(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = 0;
    for (unsigned rest = in[i]; rest != 0; rest /= 10) {
      sum += rest % 10;
    }
    out[i] = sum;
  }
}

__global__ void digits_of_base(const unsigned* in, unsigned* out, unsigned base, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = 0;
    for (unsigned rest = in[i]; rest != 0; rest /= base) {
      sum += rest % base;
    }
    out[i] = sum;
  }
}

/// Products of all elements of two small matrices: places by division, or by a grid of two
/// dimensions.
__global__ void kron_divided(const float* a, const float* b, float* out, unsigned a_side,
                             unsigned b_side) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, side = a_side * b_side;
  if (i < side * side) {
    const unsigned row = i / side, col = i % side;
    out[i] = a[row / b_side * a_side + col / b_side] * b[row % b_side * b_side + col % b_side];
  }
}

__global__ void kron_blocks(const float* a, const float* b, float* out, unsigned a_side,
                            unsigned b_side) {
  const unsigned x = threadIdx.x, y = threadIdx.y, side = a_side * b_side;
  const float factor = a[blockIdx.y * a_side + blockIdx.x];
  for (unsigned row = y; row < b_side; row += blockDim.y) {
    out[(blockIdx.y * b_side + row) * side + blockIdx.x * b_side + x] =
        factor * b[row * b_side + x];
  }
}

/// Numbers with a small divisor: each thread marks the multiples of one, or tests a number by all.
__global__ void sieve_marked(const unsigned* divisors, unsigned char* out, unsigned n) {
  const unsigned divisor = divisors[blockIdx.x];
  for (unsigned i = (threadIdx.x + 2) * divisor; i < n; i += blockDim.x * divisor) {
    out[i] = 1;
  }
}

__global__ void sieve_tested(const unsigned* divisors, unsigned char* out, unsigned count,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    bool divides = false;
    for (unsigned k = 0; k < count && !divides; ++k) {
      divides = i % divisors[k] == 0 && i != divisors[k];
    }
    out[i] = divides ? 1 : 0;
  }
}

/// One of eight formulas by an element's kind.
__global__ void zones(const unsigned* kinds, const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float x = in[i];
  float y = 0;
  switch (kinds[i]) {
    case 0:
      y = x * x;
      break;
    case 1:
      y = sqrtf(x);
      break;
    case 2:
      y = expf(-x);
      break;
    case 3:
      y = logf(x + 1);
      break;
    case 4:
      y = 1 / (x + 1);
      break;
    case 5:
      y = sinf(x);
      break;
    case 6:
      y = x * x * x - x;
      break;
    default:
      y = fabsf(x - 0.5F);
      break;
  }
  out[i] = y;
}

/// Cube roots by Newton's steps: until they are good enough, or a number of steps that is enough.
__global__ void roots_until_good(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = 1 + 1000 * in[i];
    float root = x, before = 0;
    for (unsigned k = 0; k < 40 && fabsf(root - before) > 1e-6F * root; ++k) {
      before = root;
      root = root - (root - x / (root * root)) / 3;
    }
    out[i] = root;
  }
}

__global__ void roots_of_steps(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float x = 1 + 1000 * in[i];
    float root = x;
    for (unsigned k = 0; k < 24; ++k) {
      root = root - (root - x / (root * root)) / 3;
    }
    out[i] = root;
  }
}

__device__ inline float sine_series(float x) {
  const float s = x * x;
  return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42)));
}

/// Pendulums swing for some steps: with the library's sine, or with a few terms of its series.
template <bool kSeries>
__global__ void pendulum(const float* begin, float* out, unsigned n, unsigned steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float angle = begin[i], speed = 0;
    for (unsigned k = 0; k < steps; ++k) {
      speed -= 0.01F * (kSeries ? sine_series(angle) : sinf(angle));
      angle += 0.01F * speed;
    }
    out[i] = angle;
  }
}

inline void add_digits(Runner& runner, unsigned n) {
  const auto numbers = [=] { return filled(random_numbers<unsigned>(n, 1U << 30)); };
  runner.add(sized("digits_of_ten", n), [=] {
    auto in = numbers(), out = zeros<unsigned>(n);
    return [=] { digits_of_ten<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("digits_of_base", n), [=] {
    auto in = numbers(), out = zeros<unsigned>(n);
    return [=] { digits_of_base<<<n / 256, 256>>>(in->get(), out->get(), 10, n); };
  });
}

inline void add_kron(Runner& runner, unsigned side) {
  constexpr unsigned kSmall = 32;
  const unsigned n = side * kSmall * side * kSmall;
  runner.add(sized("kron_divided", n), [=] {
    auto a = floats(side * side), b = floats(kSmall * kSmall, 2), out = zeros<float>(n);
    return [=] { kron_divided<<<n / 256, 256>>>(a->get(), b->get(), out->get(), side, kSmall); };
  });
  runner.add(sized("kron_blocks", n), [=] {
    auto a = floats(side * side), b = floats(kSmall * kSmall, 2), out = zeros<float>(n);
    return [=] {
      kron_blocks<<<dim3(side, side), dim3(32, 8)>>>(a->get(), b->get(), out->get(), side, kSmall);
    };
  });
}

inline void add_sieve(Runner& runner, unsigned n) {
  const std::vector<unsigned> divisors = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31,
                                          37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79};
  const auto count = static_cast<unsigned>(divisors.size());
  runner.add(sized("sieve_marked", n), [=] {
    auto by = filled(divisors);
    auto out = zeros<unsigned char>(n);
    return [=] { sieve_marked<<<count, 256>>>(by->get(), out->get(), n); };
  });
  runner.add(sized("sieve_tested", n), [=] {
    auto by = filled(divisors);
    auto out = zeros<unsigned char>(n);
    return [=] { sieve_tested<<<n / 256, 256>>>(by->get(), out->get(), count, n); };
  });
}

inline void add_formulas(Runner& runner, unsigned n) {
  runner.add(sized("zones_mixed", n), [=] {
    auto kinds = filled(random_numbers<unsigned>(n, 8));
    auto in = floats(n), out = zeros<float>(n);
    return [=] { zones<<<n / 256, 256>>>(kinds->get(), in->get(), out->get(), n); };
  });
  runner.add(sized("zones_sorted", n), [=] {
    std::vector<unsigned> sorted = random_numbers<unsigned>(n, 8);
    std::sort(sorted.begin(), sorted.end());
    auto kinds = filled(sorted);
    auto in = floats(n), out = zeros<float>(n);
    return [=] { zones<<<n / 256, 256>>>(kinds->get(), in->get(), out->get(), n); };
  });
  runner.add(sized("roots_until_good", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { roots_until_good<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("roots_of_steps", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { roots_of_steps<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  const unsigned few = n / 8;
  runner.add(sized("pendulum_sine", few), [=] {
    auto begin = floats(few), out = zeros<float>(few);
    return [=] { pendulum<false><<<few / 128, 128>>>(begin->get(), out->get(), few, 100); };
  });
  runner.add(sized("pendulum_series", few), [=] {
    auto begin = floats(few), out = zeros<float>(few);
    return [=] { pendulum<true><<<few / 128, 128>>>(begin->get(), out->get(), few, 100); };
  });
}

inline void add_fifth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_digits(runner, n);
    add_formulas(runner, n);
  }
  for (const unsigned side : {16U, 48U}) {
    add_kron(runner, side);
  }
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_sieve(runner, n);
  }
}

}  // namespace calibration
