// Sixth blind test, matrices and sums: symmetric parts, sums of columns, variances, ranges, peaks.
#pragma once

#include "cases.cuh"

namespace calibration {

/// The symmetric part of a matrix: elements across the diagonal from memory, or through a tile.
__global__ void symmetric_plain(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    out[y * n + x] = 0.5F * (in[y * n + x] + in[x * n + y]);
  }
}

__global__ void symmetric_tiled(const float* in, float* out, unsigned n) {
  __shared__ float across[32][33];
  const unsigned tx = threadIdx.x;
  for (unsigned row = threadIdx.y; row < 32; row += 8) {
    across[row][tx] = in[(blockIdx.x * 32 + row) * n + blockIdx.y * 32 + tx];
  }
  __syncthreads();
  for (unsigned row = threadIdx.y; row < 32; row += 8) {
    const unsigned place = (blockIdx.y * 32 + row) * n + blockIdx.x * 32 + tx;
    out[place] = 0.5F * (in[place] + across[tx][row]);
  }
}

/// Sums of the columns of a matrix: a thread a column, or blocks that have 64 rows each.
__global__ void columnsum_threads(const float* in, float* sums, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < cols) {
    float sum = 0;
    for (unsigned row = 0; row < rows; ++row) {
      sum += in[row * cols + col];
    }
    sums[col] = sum;
  }
}

__global__ void columnsum_parts(const float* in, float* sums, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 64;
  if (col < cols) {
    float sum = 0;
    for (unsigned row = 0; row < 64; ++row) {
      sum += in[(first + row) * cols + col];
    }
    atomicAdd(&sums[col], sum);
  }
}

/// Sum and sum of squares of all numbers: atomics of each warp's first lane, or of each block's.
__device__ inline float sum_of_warp(float value) {
  for (unsigned step = 16; step > 0; step /= 2) {
    value += __shfl_down_sync(~0U, value, step);
  }
  return value;
}

__global__ void variance_warps(const float* in, float* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = i < n ? in[i] : 0;
  const float sum = sum_of_warp(x), squares = sum_of_warp(x * x);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&sums[0], sum);
    atomicAdd(&sums[1], squares);
  }
}

__global__ void variance_blocks(const float* in, float* sums, unsigned n) {
  __shared__ float parts[2][8];
  float x = 0, squares = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    x += in[i];
    squares += in[i] * in[i];
  }
  x = sum_of_warp(x);
  squares = sum_of_warp(squares);
  if (threadIdx.x % 32 == 0) {
    parts[0][threadIdx.x / 32] = x;
    parts[1][threadIdx.x / 32] = squares;
  }
  __syncthreads();
  if (threadIdx.x < 2) {
    float sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
      sum += parts[threadIdx.x][k];
    }
    atomicAdd(&sums[threadIdx.x], sum);
  }
}

/// Least and greatest of each 1024 whole numbers: by a tree in shared memory, or by shuffles first.
__global__ void range_trees(const int* in, int2* out) {
  __shared__ int least[256], most[256];
  const unsigned t = threadIdx.x, first = blockIdx.x * 1024;
  int low = in[first + t], high = low;
  for (unsigned k = 1; k < 4; ++k) {
    low = min(low, in[first + k * 256 + t]);
    high = max(high, in[first + k * 256 + t]);
  }
  least[t] = low;
  most[t] = high;
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (t < step) {
      least[t] = min(least[t], least[t + step]);
      most[t] = max(most[t], most[t + step]);
    }
    __syncthreads();
  }
  if (t == 0) {
    out[blockIdx.x] = make_int2(least[0], most[0]);
  }
}

__global__ void range_shuffles(const int* in, int2* out) {
  __shared__ int least[8], most[8];
  const unsigned t = threadIdx.x, first = blockIdx.x * 1024;
  int low = in[first + t], high = low;
  for (unsigned k = 1; k < 4; ++k) {
    low = min(low, in[first + k * 256 + t]);
    high = max(high, in[first + k * 256 + t]);
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    low = min(low, __shfl_xor_sync(~0U, low, step));
    high = max(high, __shfl_xor_sync(~0U, high, step));
  }
  if (t % 32 == 0) {
    least[t / 32] = low;
    most[t / 32] = high;
  }
  __syncthreads();
  if (t == 0) {
    for (unsigned k = 1; k < 8; ++k) {
      low = min(low, least[k]);
      high = max(high, most[k]);
    }
    out[blockIdx.x] = make_int2(low, high);
  }
}

/// The greatest so far along rows of 128: a thread a row, or a warp.
__global__ void peaks_threads(const float* in, float* out, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float peak = in[row * 128];
    for (unsigned col = 0; col < 128; ++col) {
      peak = fmaxf(peak, in[row * 128 + col]);
      out[row * 128 + col] = peak;
    }
  }
}

__global__ void peaks_warps(const float* in, float* out, unsigned rows) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < rows) {
    float before = -1e30F;
    for (unsigned part = 0; part < 4; ++part) {
      float peak = in[row * 128 + part * 32 + lane];
      for (unsigned step = 1; step < 32; step *= 2) {
        const float other = __shfl_up_sync(~0U, peak, step);
        peak = lane >= step ? fmaxf(peak, other) : peak;
      }
      peak = fmaxf(peak, before);
      out[row * 128 + part * 32 + lane] = peak;
      before = __shfl_sync(~0U, peak, 31);
    }
  }
}

inline void add_matrices(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  const dim3 tiles(n / 32, n / 32), rows(n / 32, n / 8), row(32, 8);
  runner.add(sized("symmetric_plain", n), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { symmetric_plain<<<rows, row>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("symmetric_tiled", n), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { symmetric_tiled<<<tiles, row>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("columnsum_threads", n), [=] {
    auto in = floats(size), sums = zeros<float>(n);
    return [=] { columnsum_threads<<<n / 128, 128>>>(in->get(), sums->get(), n, n); };
  });
  runner.add(sized("columnsum_parts", n), [=] {
    auto in = floats(size), sums = zeros<float>(n);
    return [=] { columnsum_parts<<<dim3(n / 128, n / 64), 128>>>(in->get(), sums->get(), n); };
  });
}

inline void add_statistics(Runner& runner, unsigned n) {
  runner.add(sized("variance_warps", n), [=] {
    auto in = floats(n), sums = zeros<float>(2);
    return [=] { variance_warps<<<n / 256, 256>>>(in->get(), sums->get(), n); };
  });
  runner.add(sized("variance_blocks", n), [=] {
    auto in = floats(n), sums = zeros<float>(2);
    return [=] { variance_blocks<<<264, 256>>>(in->get(), sums->get(), n); };
  });
  runner.add(sized("range_trees", n), [=] {
    auto in = filled(random_numbers<int>(n, 1U << 30));
    auto out = zeros<int2>(n / 1024);
    return [=] { range_trees<<<n / 1024, 256>>>(in->get(), out->get()); };
  });
  runner.add(sized("range_shuffles", n), [=] {
    auto in = filled(random_numbers<int>(n, 1U << 30));
    auto out = zeros<int2>(n / 1024);
    return [=] { range_shuffles<<<n / 1024, 256>>>(in->get(), out->get()); };
  });
  runner.add(sized("peaks_threads", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { peaks_threads<<<n / 128 / 64, 64>>>(in->get(), out->get(), n / 128); };
  });
  runner.add(sized("peaks_warps", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { peaks_warps<<<n / 128 / 8, 256>>>(in->get(), out->get(), n / 128); };
  });
}

inline void add_sixth_matrices(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_matrices(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_statistics(runner, n);
  }
}

}  // namespace calibration
