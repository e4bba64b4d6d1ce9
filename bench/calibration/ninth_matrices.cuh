// Ninth blind test, matrices: products with a transpose, triangular systems, triplets, columns of
// length 1, factors.
#pragma once

#include "cases.cuh"

namespace calibration {

/// A matrix times the transpose of another, an element a thread: rows from memory, or by tiles.
__global__ void rowdots_plain(const float* a, const float* b, float* out, unsigned n) {
  const unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) {
    float sum = 0;
    for (unsigned k = 0; k < n; ++k) {
      sum += a[y * n + k] * b[x * n + k];
    }
    out[y * n + x] = sum;
  }
}

__global__ void rowdots_tiled(const float* a, const float* b, float* out, unsigned n) {
  __shared__ float left[16][17], right[16][17];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned y = blockIdx.y * 16 + ty, row_of_b = blockIdx.x * 16 + ty;
  float sum = 0;
  for (unsigned first = 0; first < n; first += 16) {
    left[ty][tx] = a[y * n + first + tx];
    right[ty][tx] = b[row_of_b * n + first + tx];
    __syncthreads();
    for (unsigned k = 0; k < 16; ++k) {
      sum += left[ty][k] * right[tx][k];
    }
    __syncthreads();
  }
  out[y * n + blockIdx.x * 16 + tx] = sum;
}

constexpr unsigned kUnknowns = 32;

/// One triangular system of 32 unknowns for many right sides, a thread each: the triangle and what
/// is known so far from memory, or from shared memory and registers.
__global__ void substitute_global(const double* triangle, const double* sides, double* out,
                                  unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (unsigned row = 0; row < kUnknowns; ++row) {
      double rest = sides[row * n + i];
      for (unsigned col = 0; col < row; ++col) {
        rest -= triangle[row * kUnknowns + col] * out[col * n + i];
      }
      out[row * n + i] = rest / triangle[row * kUnknowns + row];
    }
  }
}

__global__ void substitute_shared(const double* triangle, const double* sides, double* out,
                                  unsigned n) {
  __shared__ double own[kUnknowns * kUnknowns];
  for (unsigned k = threadIdx.x; k < kUnknowns * kUnknowns; k += blockDim.x) {
    const double value = triangle[k];
    own[k] = k / kUnknowns == k % kUnknowns ? 1 / value : value;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double known[kUnknowns];
#pragma unroll
    for (unsigned row = 0; row < kUnknowns; ++row) {
      double rest = sides[row * n + i];
#pragma unroll
      for (unsigned col = 0; col < row; ++col) {
        rest -= own[row * kUnknowns + col] * known[col];
      }
      known[row] = rest * own[row * kUnknowns + row];
      out[row * n + i] = known[row];
    }
  }
}

/// A sparse matrix as triplets in the order of rows, times a vector: an atomic a triplet, or one
/// for what a warp has of a row.
__global__ void triplets_atomics(const unsigned* rows, const unsigned* cols, const float* values,
                                 const float* vector, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&out[rows[i]], values[i] * vector[cols[i]]);
  }
}

__global__ void triplets_runs(const unsigned* rows, const unsigned* cols, const float* values,
                              const float* vector, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i - lane + 32 > n) {
    return;  // lists end with a warp
  }
  const unsigned row = rows[i];
  float sum = values[i] * vector[cols[i]];
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned other_row = __shfl_down_sync(~0U, row, step);
    const float other_sum = __shfl_down_sync(~0U, sum, step);
    if (lane + step < 32 && other_row == row) {
      sum += other_sum;
    }
  }
  const unsigned before = __shfl_up_sync(~0U, row, 1);
  if (lane == 0 || before != row) {
    atomicAdd(&out[row], sum);
  }
}

/// Columns of a matrix brought to length 1: a thread a column, or a block for each 32 columns.
__global__ void unitcolumns_threads(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < cols) {
    float squares = 0;
    for (unsigned row = 0; row < rows; ++row) {
      const float value = in[row * cols + col];
      squares += value * value;
    }
    const float scale = rsqrtf(squares);
    for (unsigned row = 0; row < rows; ++row) {
      out[row * cols + col] = in[row * cols + col] * scale;
    }
  }
}

__global__ void unitcolumns_blocks(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float parts[32][32];
  const unsigned tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 32 + tx;
  float squares = 0;
  for (unsigned row = ty; row < rows; row += 32) {
    const float value = in[row * cols + col];
    squares += value * value;
  }
  parts[ty][tx] = squares;
  __syncthreads();
  for (unsigned step = 16; step > 0; step /= 2) {
    if (ty < step) {
      parts[ty][tx] += parts[ty + step][tx];
    }
    __syncthreads();
  }
  const float scale = rsqrtf(parts[0][tx]);
  for (unsigned row = ty; row < rows; row += 32) {
    out[row * cols + col] = in[row * cols + col] * scale;
  }
}

/// Cholesky's factors of symmetric matrices of 8 x 8: a thread a matrix, or eight lanes, a row
/// each.
__global__ void factor_threads(const float* in, float* out, unsigned count) {
  const unsigned matrix = blockIdx.x * blockDim.x + threadIdx.x;
  if (matrix >= count) {
    return;
  }
  const float* from = in + matrix * 64;
  float* to = out + matrix * 64;
  for (unsigned row = 0; row < 8; ++row) {
    for (unsigned col = 0; col < 8; ++col) {
      float value = 0;
      if (col <= row) {
        value = from[row * 8 + col];
        for (unsigned k = 0; k < col; ++k) {
          value -= to[row * 8 + k] * to[col * 8 + k];
        }
        value = col == row ? sqrtf(value) : value / to[col * 8 + col];
      }
      to[row * 8 + col] = value;
    }
  }
}

__global__ void factor_lanes(const float4* in, float4* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = threadIdx.x % 8;
  if (i - threadIdx.x % 32 + 32 > 8 * count) {
    return;  // four matrices a warp
  }
  const float4 left = in[2 * i], right = in[2 * i + 1];
  float own[8] = {left.x, left.y, left.z, left.w, right.x, right.y, right.z, right.w};
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) {
    const float pivot = sqrtf(__shfl_sync(~0U, own[k], static_cast<int>(k), 8));
    own[k] = row > k ? own[k] / pivot : row == k ? pivot : 0;
#pragma unroll
    for (unsigned col = k + 1; col < 8; ++col) {
      own[col] -= own[k] * __shfl_sync(~0U, own[k], static_cast<int>(col), 8);
    }
  }
  out[2 * i] = make_float4(own[0], own[1], own[2], own[3]);
  out[2 * i + 1] = make_float4(own[4], own[5], own[6], own[7]);
}

inline void add_rowdots(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 blocks(n / 16, n / 16), square(16, 16);
  runner.add(sized("rowdots_plain", size), [=] {
    auto a = floats(size), b = floats(size, 2), out = zeros<float>(size);
    return [=] { rowdots_plain<<<blocks, square>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("rowdots_tiled", size), [=] {
    auto a = floats(size), b = floats(size, 2), out = zeros<float>(size);
    return [=] { rowdots_tiled<<<blocks, square>>>(a->get(), b->get(), out->get(), n); };
  });
}

inline Shared<double> doubles(std::size_t size, std::uint64_t seed) {
  const std::vector<float> numbers = bench::random_floats(size, seed);
  return filled(std::vector<double>(numbers.begin(), numbers.end()));
}

/// A triangle whose diagonal is much greater than the rest.
inline Shared<double> triangle_of_system() {
  const std::vector<float> numbers = bench::random_floats(kUnknowns * kUnknowns, 9);
  std::vector<double> triangle(kUnknowns * kUnknowns);
  for (unsigned row = 0; row < kUnknowns; ++row) {
    for (unsigned col = 0; col <= row; ++col) {
      const double number = numbers[row * kUnknowns + col];
      triangle[row * kUnknowns + col] = row == col ? 4 + number : number / 8;
    }
  }
  return filled(triangle);
}

inline void add_systems(Runner& runner, unsigned n) {
  runner.add(sized("substitute_global", n), [=] {
    auto triangle = triangle_of_system(), sides = doubles(kUnknowns * n, 1);
    auto out = zeros<double>(kUnknowns * n);
    return
        [=] { substitute_global<<<n / 128, 128>>>(triangle->get(), sides->get(), out->get(), n); };
  });
  runner.add(sized("substitute_shared", n), [=] {
    auto triangle = triangle_of_system(), sides = doubles(kUnknowns * n, 1);
    auto out = zeros<double>(kUnknowns * n);
    return
        [=] { substitute_shared<<<n / 128, 128>>>(triangle->get(), sides->get(), out->get(), n); };
  });
}

/// About eight triplets a row; columns at random.
inline void add_triplets(Runner& runner, unsigned n) {
  const auto rows_of_triplets = [=] {
    std::vector<unsigned> rows = random_numbers<unsigned>(n, 8, 7);
    unsigned row = 0;
    for (unsigned& number : rows) {
      row += number == 0 ? 1 : 0;
      number = row;
    }
    return filled(rows);
  };
  runner.add(sized("triplets_atomics", n), [=] {
    auto rows = rows_of_triplets(), cols = filled(random_numbers<unsigned>(n, n / 8));
    auto values = floats(n), vector = floats(n / 8, 2), out = zeros<float>(n);
    return [=] {
      triplets_atomics<<<n / 256, 256>>>(rows->get(), cols->get(), values->get(), vector->get(),
                                         out->get(), n);
    };
  });
  runner.add(sized("triplets_runs", n), [=] {
    auto rows = rows_of_triplets(), cols = filled(random_numbers<unsigned>(n, n / 8));
    auto values = floats(n), vector = floats(n / 8, 2), out = zeros<float>(n);
    return [=] {
      triplets_runs<<<n / 256, 256>>>(rows->get(), cols->get(), values->get(), vector->get(),
                                      out->get(), n);
    };
  });
}

inline void add_unit_columns(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  runner.add(sized("unitcolumns_threads", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { unitcolumns_threads<<<n / 64, 64>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("unitcolumns_blocks", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { unitcolumns_blocks<<<n / 32, dim3(32, 32)>>>(in->get(), out->get(), n, n); };
  });
}

/// Only what is on and below the diagonals counts; the diagonals are great enough.
inline void add_factors(Runner& runner, unsigned count) {
  const auto matrices = [=] {
    std::vector<float> numbers = bench::random_floats(count * 64, 1);
    for (unsigned i = 0; i < count * 64; ++i) {
      numbers[i] += i / 8 % 8 == i % 8 ? 9 : 0;
    }
    return filled(numbers);
  };
  runner.add(sized("factor_threads", count), [=] {
    auto in = matrices(), out = zeros<float>(count * 64);
    return [=] { factor_threads<<<count / 128, 128>>>(in->get(), out->get(), count); };
  });
  runner.add(sized("factor_lanes", count), [=] {
    auto in = matrices(), out = zeros<float>(count * 64);
    return [=] {
      factor_lanes<<<count / 32, 256>>>(reinterpret_cast<const float4*>(in->get()),
                                        reinterpret_cast<float4*>(out->get()), count);
    };
  });
}

inline void add_ninth_matrices(Runner& runner) {
  for (const unsigned n : {256U, 384U}) {
    add_rowdots(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_systems(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_triplets(runner, n);
  }
  for (const unsigned n : {512U, 2048U}) {
    add_unit_columns(runner, n);
  }
  for (const unsigned count : {1U << 13, 1U << 16}) {
    add_factors(runner, count);
  }
}

}  // namespace calibration
