// Exercise bank_conflicts: see README.md for the tasks and bank_conflicts.hpp for the interface.
#include "bank_conflicts.hpp"

// TODO(1): from a row of floats to the next in shared memory, in floats (about 1 line)
constexpr unsigned kFloatPitch = 0;
// END TODO(1)

// TODO(2): from a row of doubles to the next in shared memory, in doubles (about 1 line)
constexpr unsigned kDoublePitch = 0;
// END TODO(2)

// Elements of shared memory that there are: no more.
constexpr unsigned kFloatBudget = kRows * (kFloatCols + 3);
constexpr unsigned kDoubleBudget = kRows * (kDoubleCols + 3);

// Where row `row`, column `col` of a tile of 32 x 32 floats is kept in 1024 floats.
__device__ unsigned place(unsigned row, unsigned col) {
  unsigned index = 0;
  // TODO(3): 32 floats a row, but not in the order of the columns (about 1 line)
  // END TODO(3)
  return index;
}

// A block is one warp and has one tile. It reads the tile row by row; then lane r sums row r.
template <class T, unsigned kCols, unsigned kPitch, unsigned kBudget>
__global__ void sum_rows(const T* tiles, T* sums) {
  __shared__ T shared[kBudget];
  const unsigned lane = threadIdx.x;
  const T* tile = tiles + std::size_t{blockIdx.x} * kRows * kCols;
  for (unsigned row = 0; row < kRows; ++row) {
    if (lane < kCols) {
      shared[row * kPitch + lane] = tile[row * kCols + lane];
    }
  }
  __syncthreads();
  T sum = 0;
#pragma unroll 1  // unrolled, neighbours of an even pitch become one load
  for (unsigned col = 0; col < kCols; ++col) {
    sum += shared[lane * kPitch + col];
  }
  sums[blockIdx.x * kRows + lane] = sum;
}

// Row by row in, column by column out.
__global__ void transpose_each(const float* tiles, float* out) {
  __shared__ float shared[1024];
  const unsigned lane = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * 1024;
  for (unsigned row = 0; row < 32; ++row) {
    shared[place(row, lane)] = tiles[first + row * 32 + lane];
  }
  __syncthreads();
  for (unsigned col = 0; col < 32; ++col) {
    out[first + col * 32 + lane] = shared[place(lane, col)];
  }
}

extern "C" void sum_float_rows(const float* tile, std::size_t tiles, float* sums) {
  if (tiles > 0) {
    sum_rows<float, kFloatCols, kFloatPitch, kFloatBudget>
        <<<static_cast<unsigned>(tiles), 32>>>(tile, sums);
  }
}

extern "C" void sum_double_rows(const double* tile, std::size_t tiles, double* sums) {
  if (tiles > 0) {
    sum_rows<double, kDoubleCols, kDoublePitch, kDoubleBudget>
        <<<static_cast<unsigned>(tiles), 32>>>(tile, sums);
  }
}

extern "C" void transpose_tiles(const float* tile, std::size_t tiles, float* out) {
  if (tiles > 0) {
    transpose_each<<<static_cast<unsigned>(tiles), 32>>>(tile, out);
  }
}
