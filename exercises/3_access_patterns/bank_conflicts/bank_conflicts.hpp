// The interface of exercise bank_conflicts.
#pragma once

#include <cstddef>

constexpr unsigned kRows = 32;        // rows of every tile: one lane sums one row
constexpr unsigned kFloatCols = 24;   // columns of a tile of floats
constexpr unsigned kDoubleCols = 16;  // columns of a tile of doubles

extern "C" {

/// sums[32 * t + r] = the sum of row r of tile t, for `tiles` tiles of kRows x kFloatCols floats,
/// one after the other, each row-major.
///
/// tiles may be 0. tile and sums are device memory, owned by the caller; tile is only read. The
/// call launches the work and returns; the caller synchronises.
void sum_float_rows(const float* tile, std::size_t tiles, float* sums);

/// The same for tiles of kRows x kDoubleCols doubles.
void sum_double_rows(const double* tile, std::size_t tiles, double* sums);

/// Transposes `tiles` tiles of 32 x 32 floats, each for itself.
void transpose_tiles(const float* tile, std::size_t tiles, float* out);
}
