// Second blind test, matrices: products with a vector, elimination, tridiagonal systems, layer
// norm, scores of attention.
#pragma once

#include "cases.cuh"

namespace calibration {

__global__ void times_vector_rows(const float* matrix, const float* x, float* y, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (unsigned col = 0; col < n; ++col) {
      sum += matrix[row * n + col] * x[col];
    }
    y[row] = sum;
  }
}

__global__ void times_vector_warps(const float* matrix, const float* x, float* y, unsigned n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (unsigned col = lane; col < n; col += 32) {
    sum += matrix[row * n + col] * x[col];
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(~0U, sum, step);
  }
  if (lane == 0) {
    y[row] = sum;
  }
}

/// The matrix lies column by column.
__global__ void times_vector_columns(const float* matrix, const float* x, float* y, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (unsigned col = 0; col < n; ++col) {
      sum += matrix[col * n + row] * x[col];
    }
    y[row] = sum;
  }
}

__global__ void outer_product(const float* x, const float* y, float* matrix, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  matrix[row * n + col] = x[row] * y[col];
}

/// One step of Gaussian elimination below and right of the pivot.
__global__ void eliminate(double* matrix, unsigned n, unsigned pivot) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row > pivot && col > pivot && row < n && col < n) {
    const double factor = matrix[row * n + pivot] / matrix[pivot * n + pivot];
    matrix[row * n + col] -= factor * matrix[pivot * n + col];
  }
}

/// A system of `rows` equations a thread: below, 4, above. Elements of one system lie `step` apart,
/// systems `apart`.
__global__ void tridiagonal(const float* right, float* scratch, float* solved, unsigned rows,
                            unsigned step, unsigned apart) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * apart;
  float factor = 0.25F, value = right[first] / 4;
  scratch[first] = factor;
  solved[first] = value;
  for (unsigned row = 1; row < rows; ++row) {
    const unsigned i = first + row * step;
    const float pivot = 1 / (4 - factor);
    factor = pivot;
    value = (right[i] - value) * pivot;
    scratch[i] = factor;
    solved[i] = value;
  }
  for (unsigned row = rows - 1; row > 0; --row) {
    const unsigned i = first + (row - 1) * step;
    value = solved[i] - scratch[i] * value;
    solved[i] = value;
  }
}

/// Rows of 256 values; a warp has eight of each lane in registers.
__global__ void layer_norm_warps(const float* in, float* out) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float values[8], sum = 0, squares = 0;
  for (unsigned k = 0; k < 8; ++k) {
    values[k] = in[row * 256 + k * 32 + lane];
    sum += values[k];
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0U, sum, step);
  }
  const float mean = sum / 256;
  for (const float value : values) {
    squares += (value - mean) * (value - mean);
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    squares += __shfl_xor_sync(~0U, squares, step);
  }
  const float scale = rsqrtf(squares / 256 + 1e-5F);
  for (unsigned k = 0; k < 8; ++k) {
    out[row * 256 + k * 32 + lane] = (values[k] - mean) * scale;
  }
}

__device__ inline float sum_of_256(float* parts, float own) {
  __syncthreads();
  parts[threadIdx.x] = own;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      parts[threadIdx.x] += parts[threadIdx.x + half];
    }
  }
  __syncthreads();
  return parts[0];
}

/// The same with a block a row.
__global__ void layer_norm_blocks(const float* in, float* out) {
  __shared__ float parts[256];
  const float value = in[blockIdx.x * 256 + threadIdx.x];
  const float mean = sum_of_256(parts, value) / 256;
  const float away = value - mean;
  const float squares = sum_of_256(parts, away * away);
  out[blockIdx.x * 256 + threadIdx.x] = away * rsqrtf(squares / 256 + 1e-5F);
}

/// Scalar products of 64 numbers each: all queries with all keys.
__global__ void scores_floats(const float* queries, const float* keys, float* scores, unsigned n) {
  const unsigned key = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned query = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < 64; ++k) {
    sum += queries[query * 64 + k] * keys[key * 64 + k];
  }
  scores[query * n + key] = sum / 8;
}

__global__ void scores_tiled(const float4* queries, const float4* keys, float* scores, unsigned n) {
  __shared__ float4 own[16][16], others[16][17];
  own[threadIdx.y][threadIdx.x] = queries[(blockIdx.y * 16 + threadIdx.y) * 16 + threadIdx.x];
  others[threadIdx.y][threadIdx.x] = keys[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) {
    const float4 a = own[threadIdx.y][k], b = others[threadIdx.x][k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  scores[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = sum / 8;
}

using TimesVector = void (*)(const float*, const float*, float*, unsigned);

inline void add_times_vector(Runner& runner, const char* name, unsigned n, unsigned blocks,
                             TimesVector kernel) {
  runner.add(sized(name, n), [=] {
    auto matrix = floats(std::size_t{n} * n), x = floats(n, 2), y = zeros<float>(n);
    return [=] { kernel<<<blocks, 128>>>(matrix->get(), x->get(), y->get(), n); };
  });
}

inline void add_square_matrices(Runner& runner, unsigned n) {
  const dim3 blocks(n / 32, n / 8), threads(32, 8);
  add_times_vector(runner, "times_vector_rows", n, n / 128, times_vector_rows);
  add_times_vector(runner, "times_vector_warps", n, n / 4, times_vector_warps);
  add_times_vector(runner, "times_vector_columns", n, n / 128, times_vector_columns);
  runner.add(sized("outer_product", n), [=] {
    auto x = floats(n), y = floats(n, 2), matrix = zeros<float>(std::size_t{n} * n);
    return [=] { outer_product<<<blocks, threads>>>(x->get(), y->get(), matrix->get(), n); };
  });
  runner.add(sized("eliminate", n), [=] {
    std::vector<double> values(std::size_t{n} * n, 1.0);
    for (unsigned i = 0; i < n; ++i) {
      values[std::size_t{i} * n + i] = 4;
    }
    auto matrix = filled(values);
    return [=] { eliminate<<<blocks, threads>>>(matrix->get(), n, 5); };
  });
}

inline void add_systems(Runner& runner, unsigned systems) {
  constexpr unsigned kRows = 64;
  const auto add = [&](const char* name, unsigned step, unsigned apart) {
    runner.add(sized(name, systems), [=] {
      const std::size_t n = std::size_t{systems} * kRows;
      auto right = floats(n), scratch = zeros<float>(n), solved = zeros<float>(n);
      return [=] {
        tridiagonal<<<systems / 128, 128>>>(right->get(), scratch->get(), solved->get(), kRows,
                                            step, apart);
      };
    });
  };
  add("tridiagonal_woven", systems, 1);
  add("tridiagonal_apart", 1, kRows);
}

inline void add_second_matrices(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_square_matrices(runner, n);
  }
  for (const unsigned systems : {8192U, 65536U}) {
    add_systems(runner, systems);
  }
  for (const unsigned rows : {1024U, 16384U}) {
    const std::size_t n = std::size_t{rows} * 256;
    runner.add(sized("layer_norm_warps", rows), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { layer_norm_warps<<<rows / 8, 256>>>(in->get(), out->get()); };
    });
    runner.add(sized("layer_norm_blocks", rows), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { layer_norm_blocks<<<rows, 256>>>(in->get(), out->get()); };
    });
  }
  for (const unsigned n : {256U, 1024U}) {
    const dim3 blocks(n / 16, n / 16), threads(16, 16);
    runner.add(sized("scores_floats", n), [=] {
      auto queries = floats(n * 64), keys = floats(n * 64, 2), scores = zeros<float>(n * n);
      return [=] {
        scores_floats<<<blocks, threads>>>(queries->get(), keys->get(), scores->get(), n);
      };
    });
    runner.add(sized("scores_tiled", n), [=] {
      auto queries = zeros<float4>(n * 16), keys = zeros<float4>(n * 16);
      auto scores = zeros<float>(n * n);
      return
          [=] { scores_tiled<<<blocks, threads>>>(queries->get(), keys->get(), scores->get(), n); };
    });
  }
}

}  // namespace calibration
