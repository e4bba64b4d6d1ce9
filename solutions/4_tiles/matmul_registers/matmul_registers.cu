// Exercise matmul_registers: see README.md for the tasks and matmul_registers.hpp for the
// interface.
#include "matmul_registers.hpp"

constexpr unsigned kPatch = 8;          // a thread computes kPatch x kPatch elements of c
constexpr unsigned kHalf = kBlock / 2;  // four of its rows and columns lie in each half
constexpr unsigned kThreads = kBlock / kPatch * (kBlock / kPatch);

// The parts of a and b that a block needs for one step. The rows of the transposed a are four
// floats longer than needed: so the threads that write it find 32 different banks.
struct Stage {
  alignas(16) float a[kDepth][kBlock + 4];  // a[l][i]: row i, column l
  alignas(16) float b[kDepth][kBlock];      // b[l][j]: row l, column j
};

// Which of the 16 x 16 patches of the block is this thread's. A warp has 4 x 8 of them;
// neighbouring lanes share columns, so that much of what a warp reads from a stage is the same.
struct Place {
  unsigned y, x;
};
__device__ Place my_place() {
  const unsigned warp = threadIdx.x / 32;
  const unsigned lane = threadIdx.x % 32;
  return {warp / 2 * 4 + lane / 16 * 2 + lane % 2, warp % 2 * 8 + lane / 2 % 8};
}

// What this thread brings from global memory: four floats of a row of a, four of a row of b.
__device__ unsigned a_row() {
  return threadIdx.x / 2;
}
__device__ unsigned a_col() {
  return threadIdx.x % 2 * 4;
}
__device__ unsigned b_row() {
  return threadIdx.x / 32;
}
__device__ unsigned b_col() {
  return threadIdx.x % 32 * 4;
}

// Elements col to col + 3 of a row of the matrix, 0 beyond its edges. col is a multiple of 4.
__device__ float4 four_or_zeros(const float* matrix, std::size_t rows, std::size_t cols,
                                std::size_t row, std::size_t col) {
  // TODO(4): touch only what exists; 16 bytes at once only where rows allow it (about 8 lines)
  if (row >= rows || col >= cols) {
    return make_float4(0, 0, 0, 0);
  }
  const float* const from = matrix + row * cols + col;
  if (cols % 4 == 0) {
    return *reinterpret_cast<const float4*>(from);
  }
  return make_float4(from[0], col + 1 < cols ? from[1] : 0, col + 2 < cols ? from[2] : 0,
                     col + 3 < cols ? from[3] : 0);
  // END TODO(4)
}

// Puts this thread's four floats of row a_row() of a, from column a_col() on, and its four of b
// into the stage.
__device__ void put(Stage& stage, float4 of_a, float4 of_b) {
  // TODO(1): of_a goes down a column of stage.a, of_b along a row of stage.b (about 5 lines)
  stage.a[a_col()][a_row()] = of_a.x;
  stage.a[a_col() + 1][a_row()] = of_a.y;
  stage.a[a_col() + 2][a_row()] = of_a.z;
  stage.a[a_col() + 3][a_row()] = of_a.w;
  *reinterpret_cast<float4*>(&stage.b[b_row()][b_col()]) = of_b;
  // END TODO(1)
}

// Reads the eight of a line's kBlock elements that belong to patch row or column `place`.
__device__ void get(const float* line, unsigned place, float (&eight)[kPatch]) {
  const float4 lower = *reinterpret_cast<const float4*>(line + 4 * place);
  const float4 upper = *reinterpret_cast<const float4*>(line + kHalf + 4 * place);
  eight[0] = lower.x, eight[1] = lower.y, eight[2] = lower.z, eight[3] = lower.w;
  eight[4] = upper.x, eight[5] = upper.y, eight[6] = upper.z, eight[7] = upper.w;
}

// Adds the products of one step to the patch.
__device__ void multiply(const Stage& stage, Place place, float (&patch)[kPatch][kPatch]) {
  // TODO(2): for each l get eight of a and eight of b, add their 64 products (about 8 lines)
#pragma unroll
  for (unsigned l = 0; l < kDepth; ++l) {
    float rows[kPatch], cols[kPatch];
    get(stage.a[l], place.y, rows);
    get(stage.b[l], place.x, cols);
#pragma unroll
    for (unsigned k = 0; k < kPatch * kPatch; ++k) {
      patch[k / kPatch][k % kPatch] += rows[k / kPatch] * cols[k % kPatch];
    }
  }
  // END TODO(2)
}

// Writes the patch to c, as far as c reaches.
__device__ void write(const float (&patch)[kPatch][kPatch], float* c, std::size_t m, std::size_t n,
                      std::size_t top, std::size_t left, Place place) {
#pragma unroll
  for (unsigned i = 0; i < kPatch; ++i) {
    const std::size_t row = top + i / 4 * kHalf + 4 * place.y + i % 4;
#pragma unroll
    for (unsigned j = 0; j < kPatch; j += 4) {
      const std::size_t col = left + j / 4 * kHalf + 4 * place.x;
      float* const to = c + row * n + col;
      if (row < m && col < n && n % 4 == 0) {
        *reinterpret_cast<float4*>(to) =
            make_float4(patch[i][j], patch[i][j + 1], patch[i][j + 2], patch[i][j + 3]);
      } else {
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
          if (row < m && col + k < n) {
            to[k] = patch[i][j + k];
          }
        }
      }
    }
  }
}

__global__ void stage_kernel(const float* a, const float* b, float* a_staged, float* b_staged) {
  __shared__ Stage stage;
  put(stage, four_or_zeros(a, kBlock, kDepth, a_row(), a_col()),
      four_or_zeros(b, kDepth, kBlock, b_row(), b_col()));
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kDepth * kBlock; i += kThreads) {
    a_staged[i] = stage.a[i / kBlock][i % kBlock];
    b_staged[i] = stage.b[i / kBlock][i % kBlock];
  }
}

__global__ void __launch_bounds__(kThreads, 2)
    matmul_kernel(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                  std::size_t n) {
  __shared__ Stage stages[2];
  const std::size_t top = static_cast<std::size_t>(blockIdx.y) * kBlock;
  const std::size_t left = static_cast<std::size_t>(blockIdx.x) * kBlock;
  const Place place = my_place();
  float patch[kPatch][kPatch] = {};
  float4 of_a = four_or_zeros(a, m, k, top + a_row(), a_col());
  float4 of_b = four_or_zeros(b, k, n, b_row(), left + b_col());
  // TODO(3): all steps; the next is fetched while the present one is multiplied (about 10 lines)
  for (std::size_t first = 0; first < k; first += kDepth) {
    Stage& stage = stages[first / kDepth % 2];
    put(stage, of_a, of_b);
    __syncthreads();
    if (first + kDepth < k) {
      of_a = four_or_zeros(a, m, k, top + a_row(), first + kDepth + a_col());
      of_b = four_or_zeros(b, k, n, first + kDepth + b_row(), left + b_col());
    }
    multiply(stage, place, patch);
  }
  // END TODO(3)
  write(patch, c, m, n, top, left, place);
}

extern "C" void stage_step(const float* a, const float* b, float* a_staged, float* b_staged) {
  stage_kernel<<<1, kThreads>>>(a, b, a_staged, b_staged);
}

extern "C" void matmul_registers(const float* a, const float* b, float* c, std::size_t m,
                                 std::size_t k, std::size_t n) {
  if (m == 0 || n == 0) {
    return;
  }
  const dim3 blocks(static_cast<unsigned>((n + kBlock - 1) / kBlock),
                    static_cast<unsigned>((m + kBlock - 1) / kBlock));
  matmul_kernel<<<blocks, kThreads>>>(a, b, c, m, k, n);
}
