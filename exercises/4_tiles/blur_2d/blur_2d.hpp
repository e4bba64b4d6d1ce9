// The interface of exercise blur_2d.
#pragma once

#include <cstddef>

constexpr unsigned kRadius = 2;               // a pixel's window reaches this far
constexpr unsigned kWidth = 2 * kRadius + 1;  // edge of the window
constexpr unsigned kRows = 16;                // rows of the image a block
constexpr unsigned kCols = 32;                // columns of the image a block
constexpr unsigned kTileRows = kRows + 2 * kRadius;
constexpr unsigned kTileCols = kCols + 2 * kRadius;

extern "C" {

/// The tiles that blur_2d works on. Block (x, y) of the grid owns the kRows x kCols pixels from row
/// y * kRows and column x * kCols on; its tile has kRadius more on each side. Element (i, j) of the
/// tile is pixel (y * kRows + i - kRadius, x * kCols + j - kRadius) of the image; a row or column
/// beyond an edge of the image stands for the nearest one that exists.
///
/// image is device memory of rows * cols floats, row-major, and only read; tiles is device memory
/// of kTileRows * kTileCols floats for each block, block after block, row of blocks after row of
/// blocks. Both are owned by the caller. rows and cols are at least 1 and at most 2^18. The call
/// launches the work and returns; the caller synchronises.
void load_tiles(const float* image, float* tiles, std::size_t rows, std::size_t cols);

/// out(row, col) = the sum over 0 <= y, x < kWidth of weights[y * kWidth + x] * image(row + y -
/// kRadius, col + x - kRadius); a row or column beyond an edge stands for the nearest one that
/// exists.
///
/// image and out are device memory of rows * cols floats, row-major, owned by the caller; image is
/// only read. weights are kWidth * kWidth floats in HOST memory. rows and cols may be 0 and are at
/// most 2^18. The call launches the work and returns; the caller synchronises.
void blur_2d(const float* image, float* out, std::size_t rows, std::size_t cols,
             const float* weights);
}
