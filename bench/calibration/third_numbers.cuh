// Third blind test, numbers: divisors, sequences, small matrices, careful sums, gradients, bytes,
// steps in one kernel or several.
#pragma once

#include "cases.cuh"

namespace calibration {

__global__ void gcd_divisions(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = a[i] + 1, y = b[i] + 1;
    while (y != 0) {
      const unsigned rest = x % y;
      x = y;
      y = rest;
    }
    out[i] = x;
  }
}

/// By shifts and differences.
__global__ void gcd_shifts(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = a[i] + 1, y = b[i] + 1;
    const int twos = __ffs(static_cast<int>(x | y)) - 1;
    x >>= __ffs(static_cast<int>(x)) - 1;
    while (y != 0) {
      y >>= __ffs(static_cast<int>(y)) - 1;
      const unsigned low = min(x, y);
      y = max(x, y) - low;
      x = low;
    }
    out[i] = x << twos;
  }
}

/// Steps until 3 n + 1 and its halves come to 1.
__global__ void collatz(unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long value = i + 1;
    unsigned steps = 0;
    while (value != 1) {
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
      ++steps;
    }
    out[i] = steps;
  }
}

/// Products of matrices of 4 x 4: a thread a product.
__global__ void small_threads(const float4* a, const float4* b, float4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float4 rows[4];
  for (unsigned k = 0; k < 4; ++k) {
    rows[k] = b[i * 4 + k];
  }
  for (unsigned row = 0; row < 4; ++row) {
    const float4 x = a[i * 4 + row];
    out[i * 4 + row] =
        make_float4(x.x * rows[0].x + x.y * rows[1].x + x.z * rows[2].x + x.w * rows[3].x,
                    x.x * rows[0].y + x.y * rows[1].y + x.z * rows[2].y + x.w * rows[3].y,
                    x.x * rows[0].z + x.y * rows[1].z + x.z * rows[2].z + x.w * rows[3].z,
                    x.x * rows[0].w + x.y * rows[1].w + x.z * rows[2].w + x.w * rows[3].w);
  }
}

/// An element a thread, sixteen threads a product.
__global__ void small_lanes(const float* a, const float* b, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * 16) {
    const unsigned first = i / 16 * 16, row = i % 16 / 4, col = i % 4;
    float sum = 0;
    for (unsigned k = 0; k < 4; ++k) {
      sum += a[first + row * 4 + k] * b[first + k * 4 + col];
    }
    out[i] = sum;
  }
}

/// Kahan's sum of what each thread reads, and the plain one.
__global__ void careful_sums(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum = 0, lost = 0;
  for (unsigned at = i; at < n; at += threads) {
    const float value = in[at] - lost;
    const float next = sum + value;
    lost = (next - sum) - value;
    sum = next;
  }
  out[i] = sum;
}

__global__ void careful_doubles(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  double sum = 0;
  for (unsigned at = i; at < n; at += threads) {
    sum += static_cast<double>(in[at]);
  }
  out[i] = static_cast<float>(sum);
}

/// Gradient of a logistic regression with 8 weights, summed by atomics of each thread.
__global__ void gradient_threads(const float* features, const float* wanted, const float* weights,
                                 float* gradient, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x[8], sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
      x[k] = features[k * n + i];
      sum += x[k] * weights[k];
    }
    const float error = 1 / (1 + expf(-sum)) - wanted[i];
    for (unsigned k = 0; k < 8; ++k) {
      atomicAdd(&gradient[k], error * x[k]);
    }
  }
}

/// Warps add up first.
__global__ void gradient_warps(const float* features, const float* wanted, const float* weights,
                               float* gradient, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float x[8], sum = 0;
  for (unsigned k = 0; k < 8; ++k) {
    x[k] = i < n ? features[k * n + i] : 0.0F;
    sum += x[k] * weights[k];
  }
  const float error = 1 / (1 + expf(-sum)) - (i < n ? wanted[i] : 0.5F);
  for (unsigned k = 0; k < 8; ++k) {
    float part = error * x[k];
    for (unsigned step = 16; step > 0; step /= 2) {
      part += __shfl_down_sync(~0U, part, step);
    }
    if (threadIdx.x % 32 == 0) {
      atomicAdd(&gradient[k], part);
    }
  }
}

/// Scalar products of rows of 256 signed bytes with one vector.
__global__ void dots_bytes(const signed char* rows, const signed char* vector, int* out,
                           unsigned count) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < count) {
    int sum = 0;
    for (unsigned k = lane; k < 256; k += 32) {
      sum += rows[row * 256 + k] * vector[k];
    }
    for (unsigned step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0U, sum, step);
    }
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

__global__ void dots_fours(const int* rows, const int* vector, int* out, unsigned count) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < count) {
    int sum = 0;
    for (unsigned k = lane; k < 64; k += 32) {
      sum = __dp4a(rows[row * 64 + k], vector[k], sum);
    }
    for (unsigned step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0U, sum, step);
    }
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

__global__ void step_scale(float* values, float by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] *= by;
  }
}

__global__ void step_shift(float* values, float by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += by;
  }
}

__global__ void step_limit(float* values, float most, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] = fminf(values[i], most);
  }
}

__global__ void steps_at_once(float* values, float scale, float shift, float most, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] = fminf(values[i] * scale + shift, most);
  }
}

inline void add_divisors(Runner& runner, unsigned n) {
  const auto numbers = [=](std::uint64_t seed) {
    return filled(random_numbers<unsigned>(n, 1U << 24, seed));
  };
  runner.add(sized("gcd_divisions", n), [=] {
    auto a = numbers(3), b = numbers(5), out = zeros<unsigned>(n);
    return [=] { gcd_divisions<<<n / 256, 256>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("gcd_shifts", n), [=] {
    auto a = numbers(3), b = numbers(5), out = zeros<unsigned>(n);
    return [=] { gcd_shifts<<<n / 256, 256>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("collatz", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { collatz<<<n / 256, 256>>>(out->get(), n); };
  });
}

inline void add_learning(Runner& runner, unsigned n) {
  runner.add(sized("gradient_threads", n), [=] {
    auto features = floats(n * 8), wanted = floats(n, 2), weights = floats(8, 3);
    auto gradient = zeros<float>(8);
    return [=] {
      gradient_threads<<<n / 256, 256>>>(features->get(), wanted->get(), weights->get(),
                                         gradient->get(), n);
    };
  });
  runner.add(sized("gradient_warps", n), [=] {
    auto features = floats(n * 8), wanted = floats(n, 2), weights = floats(8, 3);
    auto gradient = zeros<float>(8);
    return [=] {
      gradient_warps<<<n / 256, 256>>>(features->get(), wanted->get(), weights->get(),
                                       gradient->get(), n);
    };
  });
  const unsigned rows = n / 16;
  runner.add(sized("dots_bytes", rows), [=] {
    auto in = filled(random_numbers<signed char>(std::size_t{rows} * 256, 100));
    auto vector = filled(random_numbers<signed char>(256, 100));
    auto out = zeros<int>(rows);
    return [=] { dots_bytes<<<rows / 8, 256>>>(in->get(), vector->get(), out->get(), rows); };
  });
  runner.add(sized("dots_fours", rows), [=] {
    auto in = filled(random_numbers<int>(std::size_t{rows} * 64, 1U << 30));
    auto vector = filled(random_numbers<int>(64, 1U << 30));
    auto out = zeros<int>(rows);
    return [=] { dots_fours<<<rows / 8, 256>>>(in->get(), vector->get(), out->get(), rows); };
  });
}

inline void add_third_sums(Runner& runner, unsigned n) {
  const unsigned matrices = n / 16;
  runner.add(sized("small_threads", matrices), [=] {
    auto a = zeros<float4>(n / 4), b = zeros<float4>(n / 4), out = zeros<float4>(n / 4);
    return [=] {
      small_threads<<<(matrices + 127) / 128, 128>>>(a->get(), b->get(), out->get(), matrices);
    };
  });
  runner.add(sized("small_lanes", matrices), [=] {
    auto a = floats(n), b = floats(n, 2), out = zeros<float>(n);
    return [=] { small_lanes<<<n / 256, 256>>>(a->get(), b->get(), out->get(), matrices); };
  });
  runner.add(sized("careful_sums", n), [=] {
    auto in = floats(n), out = zeros<float>(264 * 256);
    return [=] { careful_sums<<<264, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("careful_doubles", n), [=] {
    auto in = floats(n), out = zeros<float>(264 * 256);
    return [=] { careful_doubles<<<264, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("steps_apart", n), [=] {
    auto values = floats(n);
    return [=] {
      step_scale<<<n / 256, 256>>>(values->get(), 0.5F, n);
      step_shift<<<n / 256, 256>>>(values->get(), 0.25F, n);
      step_limit<<<n / 256, 256>>>(values->get(), 0.75F, n);
    };
  });
  runner.add(sized("steps_at_once", n), [=] {
    auto values = floats(n);
    return [=] { steps_at_once<<<n / 256, 256>>>(values->get(), 0.5F, 0.25F, 0.75F, n); };
  });
}

inline void add_third_numbers(Runner& runner) {
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_divisors(runner, n);
    add_learning(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_third_sums(runner, n);
  }
}

}  // namespace calibration
