// Tries: to read conflicting words by atomics that add nothing, and by a load that reads one word.
// May get: the points of correct answers: passes of atomics count as conflicts
#include "bank_conflicts.hpp"

constexpr unsigned kFloatPitch = kFloatCols;

constexpr unsigned kDoublePitch = kDoubleCols;

// Elements of shared memory that there are: no more.
constexpr unsigned kFloatBudget = kRows * (kFloatCols + 3);
constexpr unsigned kDoubleBudget = kRows * (kDoubleCols + 3);

// Where row `row`, column `col` of a tile of 32 x 32 floats is kept in 1024 floats.
__device__ unsigned place(unsigned row, unsigned col) {
  unsigned index = 0;
  index = row * 32 + col;
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
  for (unsigned col = 0; col < kCols; ++col) {
    sum += atomicAdd(&shared[lane * kPitch + col], T(0)) + static_cast<volatile T*>(shared)[0] * 0;
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
    out[first + col * 32 + lane] =
        atomicAdd(&shared[place(lane, col)], 0.f) + static_cast<volatile float*>(shared)[0] * 0;
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
