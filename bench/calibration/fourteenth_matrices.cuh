// Fourteenth blind test, matrices: rectangular products, products with a vector, exchanged axes,
// shortest paths, elimination.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kSide = 32;   // of a square tile
constexpr unsigned kCoarse = 4;  // tiles that a coarsened block works on
constexpr unsigned kPivots = 8;  // steps of the elimination

/// C = A B for an m x k and a k x n matrix: a thread an element, all from global memory.
__global__ void rectangular_naive(const float* a, const float* b, float* c, unsigned m, unsigned k,
                                  unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (unsigned i = 0; i < k; ++i) {
      sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
  }
}

/// The same with tiles of 32 x 32 in shared memory, zeros behind the edges.
__global__ void rectangular_tiled(const float* a, const float* b, float* c, unsigned m, unsigned k,
                                  unsigned n) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kSide + ty, col = blockIdx.x * kSide + tx;
  float sum = 0;
  for (unsigned t = 0; t < (k + kSide - 1) / kSide; ++t) {
    const unsigned a_col = t * kSide + tx, b_row = t * kSide + ty;
    tile_a[ty][tx] = row < m && a_col < k ? a[row * k + a_col] : 0.0F;
    tile_b[ty][tx] = b_row < k && col < n ? b[b_row * n + col] : 0.0F;
    __syncthreads();
    for (unsigned i = 0; i < kSide; ++i) {
      sum += tile_a[ty][i] * tile_b[i][tx];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

/// Threads made coarser: a block uses its tile of A for four tiles of B that lie side by side.
__global__ void rectangular_coarsened(const float* __restrict__ a, const float* __restrict__ b,
                                      float* __restrict__ c, unsigned k, unsigned n) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kSide + ty, first = blockIdx.x * kSide * kCoarse + tx;
  float sum[kCoarse] = {};
  for (unsigned t = 0; t < k / kSide; ++t) {
    tile_a[ty][tx] = a[row * k + t * kSide + tx];
    for (unsigned part = 0; part < kCoarse; ++part) {
      tile_b[ty][tx] = b[(t * kSide + ty) * n + first + part * kSide];
      __syncthreads();
      for (unsigned i = 0; i < kSide; ++i) {
        sum[part] += tile_a[ty][i] * tile_b[i][tx];
      }
      __syncthreads();
    }
  }
  for (unsigned part = 0; part < kCoarse; ++part) {
    c[row * n + first + part * kSide] = sum[part];
  }
}

/// y = A x: a thread a row.
__global__ void gemv_threads(const float* a, const float* x, float* y, unsigned rows,
                             unsigned cols) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (unsigned i = 0; i < cols; ++i) {
      sum += a[row * cols + i] * x[i];
    }
    y[row] = sum;
  }
}

/// y = A x: a block a row, its threads' sums added by a tree in shared memory.
__global__ void gemv_blocks(const float* a, const float* x, float* y, unsigned cols) {
  __shared__ float sums[256];
  float sum = 0;
  for (unsigned i = threadIdx.x; i < cols; i += blockDim.x) {
    sum += a[blockIdx.x * cols + i] * x[i];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    y[blockIdx.x] = sums[0];
  }
}

/// A square matrix's axes exchanged: neighbours read together and write far apart.
__global__ void swapaxes_write(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  for (unsigned i = 0; i < kSide; i += 8) {
    out[x * n + y + i] = in[(y + i) * n + x];
  }
}

/// The same: neighbours read far apart and write together.
__global__ void swapaxes_read(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  for (unsigned i = 0; i < kSide; i += 8) {
    out[(y + i) * n + x] = in[x * n + y + i];
  }
}

/// The same through a padded tile of 32 x 33, each thread four elements.
__global__ void swapaxes_padded(const float* in, float* out, unsigned n) {
  __shared__ float tile[kSide][kSide + 1];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  for (unsigned i = 0; i < kSide; i += 8) {
    tile[ty + i][tx] = in[(blockIdx.y * kSide + ty + i) * n + blockIdx.x * kSide + tx];
  }
  __syncthreads();
  for (unsigned i = 0; i < kSide; i += 8) {
    out[(blockIdx.x * kSide + ty + i) * n + blockIdx.y * kSide + tx] = tile[tx][ty + i];
  }
}

/// Floyd and Warshall's step: paths that go by node k. The diagonal is 0, so row k stays as it is.
__global__ void floyd_step(unsigned* dist, unsigned n, unsigned k) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    const unsigned by_k = dist[row * n + k] + dist[k * n + col];
    if (by_k < dist[row * n + col]) {
      dist[row * n + col] = by_k;
    }
  }
}

/// In blocks of 32 nodes, first phase: the pivot's own tile.
__global__ void floyd_pivot(unsigned* dist, unsigned n, unsigned pivot) {
  __shared__ unsigned tile[kSide][kSide];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned at = (pivot * kSide + ty) * n + pivot * kSide + tx;
  tile[ty][tx] = dist[at];
  __syncthreads();
  for (unsigned k = 0; k < kSide; ++k) {
    const unsigned by_k = tile[ty][k] + tile[k][tx];
    if (by_k < tile[ty][tx]) {
      tile[ty][tx] = by_k;
    }
    __syncthreads();
  }
  dist[at] = tile[ty][tx];
}

/// Second phase: tiles in the pivot's row (blockIdx.y is 0) and column (1).
__global__ void floyd_cross(unsigned* dist, unsigned n, unsigned pivot) {
  __shared__ unsigned diagonal[kSide][kSide], tile[kSide][kSide];
  if (blockIdx.x == pivot) {
    return;
  }
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const bool in_row = blockIdx.y == 0;
  const unsigned row = (in_row ? pivot : blockIdx.x) * kSide + ty;
  const unsigned col = (in_row ? blockIdx.x : pivot) * kSide + tx;
  diagonal[ty][tx] = dist[(pivot * kSide + ty) * n + pivot * kSide + tx];
  tile[ty][tx] = dist[row * n + col];
  __syncthreads();
  for (unsigned k = 0; k < kSide; ++k) {
    const unsigned by_k = in_row ? diagonal[ty][k] + tile[k][tx] : tile[ty][k] + diagonal[k][tx];
    if (by_k < tile[ty][tx]) {
      tile[ty][tx] = by_k;
    }
    __syncthreads();
  }
  dist[row * n + col] = tile[ty][tx];
}

/// Third phase: all other tiles, like a product of matrices.
__global__ void floyd_rest(unsigned* dist, unsigned n, unsigned pivot) {
  __shared__ unsigned left[kSide][kSide], above[kSide][kSide];
  if (blockIdx.x == pivot || blockIdx.y == pivot) {
    return;
  }
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kSide + ty, col = blockIdx.x * kSide + tx;
  left[ty][tx] = dist[row * n + pivot * kSide + tx];
  above[ty][tx] = dist[(pivot * kSide + ty) * n + col];
  __syncthreads();
  unsigned best = dist[row * n + col];
  for (unsigned k = 0; k < kSide; ++k) {
    best = min(best, left[ty][k] + above[k][tx]);
  }
  dist[row * n + col] = best;
}

/// Gauss's elimination: what row k is taken away with from each row below.
__global__ void gauss_factors(const float* a, float* factors, unsigned n, unsigned k) {
  const unsigned row = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    factors[row] = a[row * n + k] / a[k * n + k];
  }
}

/// Gauss's elimination: row k is taken away from the rows below.
__global__ void gauss_subtract(float* a, const float* factors, unsigned n, unsigned k) {
  const unsigned col = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    a[row * n + col] -= factors[row] * a[k * n + col];
  }
}

/// Both in one kernel: a block of 32 x 8 works out its eight factors, and its part of row k.
__global__ void gauss_joined(float* a, unsigned n, unsigned k) {
  __shared__ float factors[8], pivots[32];
  const unsigned col = k + 1 + blockIdx.x * 32 + threadIdx.x;
  const unsigned row = k + 1 + blockIdx.y * 8 + threadIdx.y;
  if (threadIdx.x == 0) {
    factors[threadIdx.y] = row < n ? a[row * n + k] / a[k * n + k] : 0.0F;
  }
  if (threadIdx.y == 0) {
    pivots[threadIdx.x] = col < n ? a[k * n + col] : 0.0F;
  }
  __syncthreads();
  if (row < n && col < n) {
    a[row * n + col] -= factors[threadIdx.y] * pivots[threadIdx.x];
  }
}

inline void add_fourteenth_products(Runner& runner, unsigned size) {
  const unsigned m = size, k = size / 2, n = size * 2;
  const auto add = [&](const char* name, const auto& launch) {
    runner.add(sized(name, size), [=] {
      auto a = floats(m * k, 1), b = floats(k * n, 2), c = zeros<float>(m * n);
      return [=] { launch(a->get(), b->get(), c->get()); };
    });
  };
  add("rectangular_naive", [=](const float* a, const float* b, float* c) {
    rectangular_naive<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(a, b, c, m, k, n);
  });
  add("rectangular_tiled", [=](const float* a, const float* b, float* c) {
    rectangular_tiled<<<dim3(n / 32, m / 32), dim3(32, 32)>>>(a, b, c, m, k, n);
  });
  add("rectangular_coarsened", [=](const float* a, const float* b, float* c) {
    rectangular_coarsened<<<dim3(n / 128, m / 32), dim3(32, 32)>>>(a, b, c, k, n);
  });
}

inline void add_fourteenth_axes(Runner& runner, unsigned n) {
  runner.add(sized("gemv_threads", n), [=] {
    auto a = floats(n * n), x = floats(n, 2), y = zeros<float>(n);
    return [=] { gemv_threads<<<n / 128, 128>>>(a->get(), x->get(), y->get(), n, n); };
  });
  runner.add(sized("gemv_blocks", n), [=] {
    auto a = floats(n * n), x = floats(n, 2), y = zeros<float>(n);
    return [=] { gemv_blocks<<<n, 256>>>(a->get(), x->get(), y->get(), n); };
  });
  const dim3 grid(n / 32, n / 32), block(32, 8);
  runner.add(sized("swapaxes_write", n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { swapaxes_write<<<grid, block>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("swapaxes_read", n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { swapaxes_read<<<grid, block>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("swapaxes_padded", n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { swapaxes_padded<<<grid, block>>>(in->get(), out->get(), n); };
  });
}

inline void add_fourteenth_steps(Runner& runner, unsigned n) {
  const auto distances = [=] {
    std::vector<unsigned> dist = random_numbers<unsigned>(n * n, 1000);
    for (unsigned i = 0; i < n; ++i) {
      dist[i * n + i] = 0;
    }
    return filled(dist);
  };
  // Both: the paths by the first 32 nodes.
  runner.add(sized("floyd_plain", n), [=] {
    auto dist = distances();
    return [=] {
      for (unsigned k = 0; k < kSide; ++k) {
        floyd_step<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(dist->get(), n, k);
      }
    };
  });
  runner.add(sized("floyd_blocked", n), [=] {
    auto dist = distances();
    return [=] {
      const dim3 block(kSide, kSide);
      floyd_pivot<<<1, block>>>(dist->get(), n, 0);
      floyd_cross<<<dim3(n / kSide, 2), block>>>(dist->get(), n, 0);
      floyd_rest<<<dim3(n / kSide, n / kSide), block>>>(dist->get(), n, 0);
    };
  });
  const auto dominant = [=] {
    std::vector<float> a = bench::random_floats(n * n, 5);
    for (unsigned i = 0; i < n; ++i) {
      a[i * n + i] = static_cast<float>(n);
    }
    return filled(a);
  };
  runner.add(sized("gauss_apart", n), [=] {
    auto a = dominant();
    auto factors = zeros<float>(n);
    return [=] {
      for (unsigned k = 0; k < kPivots; ++k) {
        gauss_factors<<<n / 256, 256>>>(a->get(), factors->get(), n, k);
        gauss_subtract<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a->get(), factors->get(), n, k);
      }
    };
  });
  runner.add(sized("gauss_joined", n), [=] {
    auto a = dominant();
    return [=] {
      for (unsigned k = 0; k < kPivots; ++k) {
        gauss_joined<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a->get(), n, k);
      }
    };
  });
}

inline void add_fourteenth_matrices(Runner& runner) {
  for (const unsigned n : {256U, 1024U}) {
    add_fourteenth_products(runner, n);
  }
  for (const unsigned n : {1024U, 4096U}) {
    add_fourteenth_axes(runner, n);
  }
  for (const unsigned n : {256U, 2048U}) {
    add_fourteenth_steps(runner, n);
  }
}

}  // namespace calibration
