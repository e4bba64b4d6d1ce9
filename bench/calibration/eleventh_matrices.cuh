// Eleventh blind test, matrices: the exponential function of small ones, a sparse one times a few
// columns, rows sorted, a filter for each channel, the trace of a product.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kTerms = 18, kFewTerms = 7, kSquarings = 4;
__constant__ double reciprocals[kTerms + 1];

struct Three {
  double at[9];
};

__device__ inline Three three_at(const double* in, unsigned i, unsigned n) {
  Three m{};
#pragma unroll
  for (unsigned k = 0; k < 9; ++k) {
    m.at[k] = in[k * n + i];
  }
  return m;
}

__device__ inline void set_three(double* out, const Three& m, unsigned i, unsigned n) {
#pragma unroll
  for (unsigned k = 0; k < 9; ++k) {
    out[k * n + i] = m.at[k];
  }
}

/// A product times a factor.
__device__ inline Three product_of(const Three& a, const Three& b, double factor) {
  Three m{};
#pragma unroll
  for (unsigned row = 0; row < 3; ++row) {
#pragma unroll
    for (unsigned col = 0; col < 3; ++col) {
      m.at[3 * row + col] =
          factor * (a.at[3 * row] * b.at[col] + a.at[3 * row + 1] * b.at[3 + col] +
                    a.at[3 * row + 2] * b.at[6 + col]);
    }
  }
  return m;
}

/// The first terms of a matrix's exponential series.
__device__ inline Three series_of(const Three& m, unsigned terms) {
  Three term{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, sum = term;
  for (unsigned k = 1; k <= terms; ++k) {
    term = product_of(term, m, reciprocals[k]);
#pragma unroll
    for (unsigned place = 0; place < 9; ++place) {
      sum.at[place] += term.at[place];
    }
  }
  return sum;
}

/// The exponential function of matrices of 3 x 3, in double precision: by many terms, or by a few
/// for a sixteenth of the matrix, squared four times.
__global__ void matexp_terms(const double* in, double* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    set_three(out, series_of(three_at(in, i, n), kTerms), i, n);
  }
}

__global__ void matexp_squared(const double* in, double* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Three m = three_at(in, i, n);
#pragma unroll
    for (unsigned k = 0; k < 9; ++k) {
      m.at[k] *= 1.0 / (1U << kSquarings);
    }
    m = series_of(m, kFewTerms);
    for (unsigned k = 0; k < kSquarings; ++k) {
      m = product_of(m, m, 1);
    }
    set_three(out, m, i, n);
  }
}

constexpr unsigned kColumns = 16;

/// A sparse matrix times one of 16 columns: a thread a row, or sixteen threads.
__global__ void spmm_rows(const unsigned* begins, const unsigned* cols, const float* values,
                          const float* dense, float* out, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sums[kColumns] = {};
    const unsigned end = begins[row + 1];
    for (unsigned k = begins[row]; k < end; ++k) {
      const float value = values[k];
      const float* from = dense + cols[k] * kColumns;
#pragma unroll
      for (unsigned col = 0; col < kColumns; ++col) {
        sums[col] += value * from[col];
      }
    }
#pragma unroll
    for (unsigned col = 0; col < kColumns; ++col) {
      out[row * kColumns + col] = sums[col];
    }
  }
}

__global__ void spmm_lanes(const unsigned* begins, const unsigned* cols, const float* values,
                           const float* dense, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / kColumns, col = i % kColumns;
  if (row < n) {
    float sum = 0;
    const unsigned end = begins[row + 1];
    for (unsigned k = begins[row]; k < end; ++k) {
      sum += values[k] * dense[cols[k] * kColumns + col];
    }
    out[i] = sum;
  }
}

/// Rows of 32 numbers sorted, a warp a row: each number counts those that come before it, or
/// numbers are compared with a partner's in fifteen steps.
__global__ void rowsort_ranks(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const float own = in[i];
  unsigned rank = 0;
#pragma unroll
  for (unsigned k = 0; k < 32; ++k) {
    const float other = __shfl_sync(~0U, own, static_cast<int>(k));
    rank += other < own || (other == own && k < lane) ? 1 : 0;
  }
  out[i - lane + rank] = own;
}

__global__ void rowsort_bitonic(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float own = in[i];
#pragma unroll
  for (unsigned size = 2; size <= 32; size *= 2) {
#pragma unroll
    for (unsigned step = size / 2; step > 0; step /= 2) {
      const float other = __shfl_xor_sync(~0U, own, static_cast<int>(step));
      const bool rises = (lane & size) == 0, is_left = (lane & step) == 0;
      own = rises == is_left ? fminf(own, other) : fmaxf(own, other);
    }
  }
  out[i] = own;
}

constexpr unsigned kChannels = 32;

/// Each channel of an image of n x n, side by side for a pixel, filtered by its own 3 x 3 weights
/// and nothing below zero kept: a thread a channel of a pixel, or four channels.
__global__ void depthwise_singles(const float* in, const float* weights, float* out, int n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = static_cast<int>(i % kChannels), pixel = static_cast<int>(i / kChannels);
  const int x = pixel % n, y = pixel / n;
  if (y < n) {
    float sum = 0;
    for (int k = 0; k < 9; ++k) {
      const int col = x + k % 3 - 1, row = y + k / 3 - 1;
      if (col >= 0 && col < n && row >= 0 && row < n) {
        constexpr int kPitch = kChannels;
        sum += weights[k * kPitch + channel] * in[(row * n + col) * kPitch + channel];
      }
    }
    out[i] = fmaxf(sum, 0);
  }
}

__global__ void depthwise_fours(const float4* in, const float4* weights, float4* out, int n) {
  constexpr int kPitch = kChannels / 4;
  const int channel = static_cast<int>(threadIdx.x);
  const int x = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
  const int y = static_cast<int>(blockIdx.y);
  if (x < n) {
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < 9; ++k) {
      const int col = x + k % 3 - 1, row = y + k / 3 - 1;
      if (col >= 0 && col < n && row >= 0 && row < n) {
        const float4 weight = weights[k * kPitch + channel];
        const float4 value = in[(row * n + col) * kPitch + channel];
        sum.x += weight.x * value.x;
        sum.y += weight.y * value.y;
        sum.z += weight.z * value.z;
        sum.w += weight.w * value.w;
      }
    }
    out[(y * n + x) * kPitch + channel] =
        make_float4(fmaxf(sum.x, 0), fmaxf(sum.y, 0), fmaxf(sum.z, 0), fmaxf(sum.w, 0));
  }
}

/// Adds what the 256 threads of a block of 32 x 8 have to one number.
__device__ inline void add_of_block(float sum, float* total) {
  __shared__ float parts[8];
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(~0U, sum, step);
  }
  if (threadIdx.x == 0) {
    parts[threadIdx.y] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (unsigned k = 1; k < 8; ++k) {
      sum += parts[k];
    }
    atomicAdd(total, sum);
  }
}

/// The trace of a product of two matrices of n x n, rows of one times columns of the other: read
/// from memory, or columns by way of a tile in shared memory.
__global__ void traceproduct_plain(const float* a, const float* b, float* total, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  if (x < n && y < n) {
    sum = a[y * n + x] * b[x * n + y];
  }
  add_of_block(sum, total);
}

__global__ void traceproduct_tiled(const float* a, const float* b, float* total, unsigned n) {
  __shared__ float tile[32][33];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned left = blockIdx.x * 32, top = blockIdx.y * 32;
#pragma unroll
  for (unsigned k = 0; k < 32; k += 8) {
    tile[ty + k][tx] = b[(left + ty + k) * n + top + tx];
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (unsigned k = 0; k < 32; k += 8) {
    sum += a[(top + ty + k) * n + left + tx] * tile[tx][ty + k];
  }
  add_of_block(sum, total);
}

inline void add_exponentials(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      std::vector<double> parts(kTerms + 1);
      for (unsigned k = 1; k <= kTerms; ++k) {
        parts[k] = 1.0 / k;
      }
      BENCH_CHECK(cudaMemcpyToSymbol(reciprocals, parts.data(), sizeof reciprocals));
      const std::vector<float> numbers = bench::random_floats(9 * n, 81);
      auto in = filled(std::vector<double>(numbers.begin(), numbers.end()));
      auto out = zeros<double>(9 * n);
      return [=] { kernel<<<n / 128, 128>>>(in->get(), out->get(), n); };
    });
  };
  add("matexp_terms", matexp_terms);
  add("matexp_squared", matexp_squared);
}

/// 8 to 16 numbers in a row, anywhere.
inline void add_spmm(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned threads) {
    runner.add(sized(name, n), [=] {
      std::vector<unsigned> first = random_numbers<unsigned>(n + 1, 9, 82);
      first[0] = 0;
      for (unsigned k = 1; k <= n; ++k) {
        first[k] += first[k - 1] + 8;
      }
      auto begins = filled(first), cols = filled(random_numbers<unsigned>(first[n], n, 83));
      auto values = floats(first[n]), dense = floats(kColumns * n, 2);
      auto out = zeros<float>(kColumns * n);
      return [=] {
        kernel<<<threads / 256, 256>>>(begins->get(), cols->get(), values->get(), dense->get(),
                                       out->get(), n);
      };
    });
  };
  add("spmm_rows", spmm_rows, n);
  add("spmm_lanes", spmm_lanes, kColumns * n);
}

inline void add_row_sorts(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { kernel<<<n / 256, 256>>>(in->get(), out->get()); };
    });
  };
  add("rowsort_ranks", rowsort_ranks);
  add("rowsort_bitonic", rowsort_bitonic);
}

inline void add_depthwise(Runner& runner, unsigned n) {
  const unsigned size = n * n * kChannels;
  const auto side = static_cast<int>(n);
  runner.add(sized("depthwise_singles", size), [=] {
    auto in = floats(size), weights = floats(9 * kChannels, 2), out = zeros<float>(size);
    return [=] {
      depthwise_singles<<<size / 256, 256>>>(in->get(), weights->get(), out->get(), side);
    };
  });
  runner.add(sized("depthwise_fours", size), [=] {
    auto in = floats(size), weights = floats(9 * kChannels, 2), out = zeros<float>(size);
    return [=] {
      depthwise_fours<<<dim3(n / 32, n), dim3(kChannels / 4, 32)>>>(
          reinterpret_cast<const float4*>(in->get()),
          reinterpret_cast<const float4*>(weights->get()), reinterpret_cast<float4*>(out->get()),
          side);
    };
  });
}

inline void add_traces(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned rows) {
    runner.add(sized(name, n * n), [=] {
      auto a = floats(n * n), b = floats(n * n, 2), total = zeros<float>(1);
      return [=] {
        kernel<<<dim3(n / 32, n / rows), dim3(32, 8)>>>(a->get(), b->get(), total->get(), n);
      };
    });
  };
  add("traceproduct_plain", traceproduct_plain, 8);
  add("traceproduct_tiled", traceproduct_tiled, 32);
}

inline void add_eleventh_matrices(Runner& runner) {
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_exponentials(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 17}) {
    add_spmm(runner, n);
  }
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_row_sorts(runner, n);
  }
  for (const unsigned n : {64U, 256U}) {
    add_depthwise(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_traces(runner, n);
  }
}

}  // namespace calibration
