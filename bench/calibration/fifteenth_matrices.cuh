// Fifteenth blind test, matrices: square products from the worst to register blocks, transposition,
// sparse rows, logarithms of softmax.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr int kTile = 16;                     // of the tiled product
constexpr int kBlockSide = 64, kDepth = 16;   // of the product in registers
constexpr int kTurnTile = 32, kTurnRows = 8;  // of the transposition
constexpr unsigned kLongestRow = 32;          // of a sparse matrix
constexpr int kClasses = 512;                 // a row of the softmax

/// C = A B: threadIdx.x runs down the rows, so neighbours of a warp touch other lines of A and C.
__global__ void matprod_columns(const float* A, const float* B, float* C, int N) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < N && col < N) {
    float value = 0.0f;
    for (int k = 0; k < N; k++) {
      value += A[row * N + k] * B[k * N + col];
    }
    C[row * N + col] = value;
  }
}

/// The same with threadIdx.x along a row.
__global__ void matprod_rows(const float* A, const float* B, float* C, int N) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < N && col < N) {
    float value = 0.0f;
    for (int k = 0; k < N; k++) {
      value += A[row * N + k] * B[k * N + col];
    }
    C[row * N + col] = value;
  }
}

/// The same with tiles of 16 x 16 in shared memory; N is a multiple of 16.
__global__ void matprod_tiled(const float* A, const float* B, float* C, int N) {
  __shared__ float As[kTile][kTile];
  __shared__ float Bs[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty;
  int col = blockIdx.x * kTile + tx;
  const float* a = A + row * N + tx;
  const float* b = B + ty * N + col;
  float acc = 0.0f;
  for (int m = 0; m < N; m += kTile) {
    As[ty][tx] = a[m];
    Bs[ty][tx] = b[m * N];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kTile; ++k) {
      acc += As[ty][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  C[row * N + col] = acc;
}

/// 64 x 64 of C a block, 4 x 4 a thread, float4 everywhere, A's tile turned in shared memory.
__global__ void __launch_bounds__(256)
    matprod_registers(const float* __restrict__ A, const float* __restrict__ B,
                      float* __restrict__ C, int N) {
  __shared__ __align__(16) float As[kDepth][kBlockSide + 4];
  __shared__ __align__(16) float Bs[kDepth][kBlockSide];
  const int tid = threadIdx.x;
  const int tx = tid % 16, ty = tid / 16;
  const int aRow = tid / 4, aCol = (tid % 4) * 4;
  const int bRow = tid / 16, bCol = (tid % 16) * 4;
  A += blockIdx.y * kBlockSide * N;
  B += blockIdx.x * kBlockSide;
  C += blockIdx.y * kBlockSide * N + blockIdx.x * kBlockSide;
  float acc[4][4] = {};
  for (int k0 = 0; k0 < N; k0 += kDepth) {
    const float4 fromA = *reinterpret_cast<const float4*>(&A[aRow * N + k0 + aCol]);
    As[aCol + 0][aRow] = fromA.x;
    As[aCol + 1][aRow] = fromA.y;
    As[aCol + 2][aRow] = fromA.z;
    As[aCol + 3][aRow] = fromA.w;
    *reinterpret_cast<float4*>(&Bs[bRow][bCol]) =
        *reinterpret_cast<const float4*>(&B[(k0 + bRow) * N + bCol]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      const float4 a = *reinterpret_cast<const float4*>(&As[k][ty * 4]);
      const float4 b = *reinterpret_cast<const float4*>(&Bs[k][tx * 4]);
      const float left[4] = {a.x, a.y, a.z, a.w}, right[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          acc[i][j] = fmaf(left[i], right[j], acc[i][j]);
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    *reinterpret_cast<float4*>(&C[(ty * 4 + i) * N + tx * 4]) =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
  }
}

/// A matrix of any size transposed, a thread an element, 16 x 16 threads.
__global__ void mtrans_naive(float* out, const float* in, int rows, int cols) {
  const int c = threadIdx.x + blockIdx.x * blockDim.x;
  const int r = threadIdx.y + blockIdx.y * blockDim.y;
  if (r < rows && c < cols) {
    out[c * rows + r] = in[r * cols + c];
  }
}

/// The same by tiles of 32 x 32 with a column to spare; 32 x 8 threads and edges to look after.
__global__ void mtrans_padded(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[kTurnTile][kTurnTile + 1];
  int x = blockIdx.x * kTurnTile + threadIdx.x;
  int y = blockIdx.y * kTurnTile + threadIdx.y;
  for (int j = 0; j < kTurnTile; j += kTurnRows) {
    if (x < cols && y + j < rows) {
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
    }
  }
  __syncthreads();
  x = blockIdx.y * kTurnTile + threadIdx.x;
  y = blockIdx.x * kTurnTile + threadIdx.y;
  for (int j = 0; j < kTurnTile; j += kTurnRows) {
    if (x < rows && y + j < cols) {
      out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}

/// y = A x of compressed rows: a thread a row.
__global__ void spmv_scalar(int num_rows, const int* row_ptr, const int* col_idx,
                            const float* values, const float* x, float* y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < num_rows) {
    float dot = 0;
    int row_start = row_ptr[row];
    int row_end = row_ptr[row + 1];
    for (int jj = row_start; jj < row_end; jj++) {
      dot += values[jj] * x[col_idx[jj]];
    }
    y[row] = dot;
  }
}

/// The same: a warp a row, lanes' sums by shuffles.
__global__ void spmv_vector(int num_rows, const int* row_ptr, const int* col_idx,
                            const float* values, const float* x, float* y) {
  int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
  int warp_id = thread_id / 32;
  int lane = thread_id & 31;
  if (warp_id >= num_rows) {
    return;
  }
  float dot = 0;
  for (int jj = row_ptr[warp_id] + lane; jj < row_ptr[warp_id + 1]; jj += 32) {
    dot += values[jj] * x[col_idx[jj]];
  }
  for (int offset = 16; offset > 0; offset >>= 1) {
    dot += __shfl_xor_sync(0xffffffff, dot, offset);
  }
  if (lane == 0) {
    y[warp_id] = dot;
  }
}

/// The same matrix with all rows filled up to one length and stored by columns (ELL).
__global__ void spmv_ell(int num_rows, int longest, const int* __restrict__ col_idx,
                         const float* __restrict__ values, const float* __restrict__ x, float* y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < num_rows) {
    float dot = 0;
    for (int n = 0; n < longest; n++) {
      int col = col_idx[num_rows * n + row];
      float val = values[num_rows * n + row];
      if (val != 0) {
        dot += val * __ldg(&x[col]);
      }
    }
    y[row] = dot;
  }
}

/// Logarithm of a row's softmax: a block a row, two trees in shared memory, three looks at the row.
__global__ void logsoftmax_trees(const float* logits, float* out, int cols) {
  extern __shared__ float scratch[];
  const int tid = threadIdx.x;
  const float* row = logits + blockIdx.x * cols;
  float* result = out + blockIdx.x * cols;
  float best = -INFINITY;
  for (int i = tid; i < cols; i += blockDim.x) {
    best = fmaxf(best, row[i]);
  }
  scratch[tid] = best;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      scratch[tid] = fmaxf(scratch[tid], scratch[tid + s]);
    }
    __syncthreads();
  }
  best = scratch[0];
  __syncthreads();
  float total = 0;
  for (int i = tid; i < cols; i += blockDim.x) {
    total += expf(row[i] - best);
  }
  scratch[tid] = total;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      scratch[tid] += scratch[tid + s];
    }
    __syncthreads();
  }
  const float shift = best + logf(scratch[0]);
  for (int i = tid; i < cols; i += blockDim.x) {
    result[i] = row[i] - shift;
  }
}

/// The same: a warp a row that stays in registers, four float4 a lane.
__global__ void logsoftmax_warps(const float4* logits, float4* out, int rows) {
  const int lane = threadIdx.x & 31;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (row >= rows) {
    return;
  }
  float4 v[kClasses / 128];
  float best = -INFINITY;
#pragma unroll
  for (int i = 0; i < kClasses / 128; ++i) {
    v[i] = logits[row * (kClasses / 4) + i * 32 + lane];
    best = fmaxf(best, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
  }
  for (int mask = 16; mask; mask >>= 1) {
    best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, mask));
  }
  float total = 0;
#pragma unroll
  for (int i = 0; i < kClasses / 128; ++i) {
    total += __expf(v[i].x - best) + __expf(v[i].y - best) + __expf(v[i].z - best) +
             __expf(v[i].w - best);
  }
  for (int mask = 16; mask; mask >>= 1) {
    total += __shfl_xor_sync(0xffffffffu, total, mask);
  }
  const float shift = best + __logf(total);
#pragma unroll
  for (int i = 0; i < kClasses / 128; ++i) {
    out[row * (kClasses / 4) + i * 32 + lane] =
        make_float4(v[i].x - shift, v[i].y - shift, v[i].z - shift, v[i].w - shift);
  }
}

inline void add_fifteenth_products(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto* kernel, dim3 grid, dim3 block) {
    runner.add(sized(name, n), [=] {
      auto a = floats(n * n, 1), b = floats(n * n, 2), c = zeros<float>(n * n);
      return [=] { kernel<<<grid, block>>>(a->get(), b->get(), c->get(), static_cast<int>(n)); };
    });
  };
  const dim3 sixteenths(n / 16, n / 16), square(16, 16);
  add("matprod_columns", matprod_columns, sixteenths, square);
  add("matprod_rows", matprod_rows, sixteenths, square);
  add("matprod_tiled", matprod_tiled, sixteenths, square);
  add("matprod_registers", matprod_registers, dim3(n / kBlockSide, n / kBlockSide), dim3(256));
}

inline void add_fifteenth_transpositions(Runner& runner, unsigned rows) {
  const unsigned cols = rows / 2 * 3;
  const auto add = [&](const char* name, auto* kernel, unsigned tile, dim3 block) {
    runner.add(sized(name, rows), [=] {
      auto in = floats(rows * cols), out = zeros<float>(rows * cols);
      const dim3 grid((cols + tile - 1) / tile, (rows + tile - 1) / tile);
      return [=] {
        kernel<<<grid, block>>>(out->get(), in->get(), static_cast<int>(rows),
                                static_cast<int>(cols));
      };
    });
  };
  add("mtrans_naive", mtrans_naive, 16, dim3(16, 16));
  add("mtrans_padded", mtrans_padded, kTurnTile, dim3(kTurnTile, kTurnRows));
}

/// Rows of 1 to 32 values, most of them short, anywhere.
struct SparseRows {
  std::vector<int> begins{0}, cols;
  std::vector<float> values;
};

inline SparseRows sparse_rows(unsigned rows) {
  SparseRows matrix;
  const auto a = random_numbers<unsigned>(rows, kLongestRow, 5);
  const auto b = random_numbers<unsigned>(rows, kLongestRow, 6);
  for (unsigned row = 0; row < rows; ++row) {
    matrix.begins.push_back(matrix.begins.back() + 1 + static_cast<int>(std::min(a[row], b[row])));
  }
  const auto count = static_cast<std::size_t>(matrix.begins.back());
  matrix.cols = random_numbers<int>(count, rows, 7);
  matrix.values = bench::random_floats(count, 8);
  return matrix;
}

inline void add_fifteenth_sparse(Runner& runner, unsigned rows) {
  const int count = static_cast<int>(rows);
  const auto add_csr = [&](const char* name, auto* kernel, unsigned blocks) {
    runner.add(sized(name, rows), [=] {
      const SparseRows matrix = sparse_rows(rows);
      auto begins = filled(matrix.begins), cols = filled(matrix.cols);
      auto values = filled(matrix.values), x = floats(rows, 2), y = zeros<float>(rows);
      return [=] {
        kernel<<<blocks, 256>>>(count, begins->get(), cols->get(), values->get(), x->get(),
                                y->get());
      };
    });
  };
  add_csr("spmv_scalar", spmv_scalar, rows / 256);
  add_csr("spmv_vector", spmv_vector, rows / 8);
  runner.add(sized("spmv_ell", rows), [=] {
    const SparseRows matrix = sparse_rows(rows);
    std::vector<int> all_cols(rows * kLongestRow);
    std::vector<float> all_values(rows * kLongestRow);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto first = static_cast<std::size_t>(matrix.begins[row]);
      for (std::size_t i = first; i < static_cast<std::size_t>(matrix.begins[row + 1]); ++i) {
        all_cols[(i - first) * rows + row] = matrix.cols[i];
        all_values[(i - first) * rows + row] = matrix.values[i];
      }
    }
    auto cols = filled(all_cols);
    auto values = filled(all_values), x = floats(rows, 2), y = zeros<float>(rows);
    return [=] {
      spmv_ell<<<rows / 256, 256>>>(count, static_cast<int>(kLongestRow), cols->get(),
                                    values->get(), x->get(), y->get());
    };
  });
}

inline void add_fifteenth_softmax(Runner& runner, unsigned rows) {
  runner.add(sized("logsoftmax_trees", rows), [=] {
    auto in = floats(rows * kClasses), out = zeros<float>(rows * kClasses);
    return [=] {
      logsoftmax_trees<<<rows, 256, 256 * sizeof(float)>>>(in->get(), out->get(), kClasses);
    };
  });
  runner.add(sized("logsoftmax_warps", rows), [=] {
    auto in = floats(rows * kClasses), out = zeros<float>(rows * kClasses);
    return [=] {
      logsoftmax_warps<<<rows / 4, 128>>>(reinterpret_cast<const float4*>(in->get()),
                                          reinterpret_cast<float4*>(out->get()),
                                          static_cast<int>(rows));
    };
  });
}

inline void add_fifteenth_matrices(Runner& runner) {
  for (const unsigned n : {128U, 512U}) {
    add_fifteenth_products(runner, n);
  }
  for (const unsigned n : {500U, 3000U}) {
    add_fifteenth_transpositions(runner, n);
  }
  for (const unsigned n : {1U << 12, 1U << 18}) {
    add_fifteenth_sparse(runner, n);
  }
  for (const unsigned n : {512U, 8192U}) {
    add_fifteenth_softmax(runner, n);
  }
}

}  // namespace calibration
