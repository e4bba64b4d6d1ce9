// Exercise transpose: see README.md for the tasks and transpose.hpp for the interface.
#include "transpose.hpp"

constexpr unsigned kTile = 32;  // a block moves a tile of kTile x kTile floats ...
constexpr unsigned kRows = 8;   // ... with kTile x kRows threads: thread (x, y) moves column x of
                                // the tile's rows y, y + kRows, y + 2 * kRows, ...

// TODO(3): the distance from one row of the tile to the next in shared memory (about 1 line)
constexpr unsigned kPitch = kTile;
// END TODO(3)

// Row y, column x of a tile is tile[y * kPitch + x].
constexpr unsigned kTileSize = kTile * kPitch;

// Block (x, y) reads the tile whose first element is in row x * kTile, column y * kTile of `in`: tiles
// of neighbouring blocks lie below each other, so that they come to lie side by side in `out`.
// When the function returns, every thread of the block may read all of the tile.
__device__ void read_tile(const float* in, std::size_t rows, std::size_t cols, float* tile) {
  // TODO(1): read what is inside the matrix, consecutive lanes along a row (about 8 lines)
  // END TODO(1)
}

// Writes the tile, transposed, to its place in the cols x rows matrix `out`.
__device__ void write_transposed(const float* tile, float* out, std::size_t rows,
                                 std::size_t cols) {
  // TODO(2): write what is inside the matrix, consecutive lanes along a row of out (about 7 lines)
  // END TODO(2)
}

__global__ void copy_kernel(const float* in, float* out, std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTileSize];
  read_tile(in, rows, cols, tile);
  const std::size_t col = blockIdx.y * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kRows) {
    const unsigned other = kTile - 1 - y;  // a row that another warp has read
    const std::size_t row = blockIdx.x * kTile + other;
    if (row < rows && col < cols) {
      out[row * cols + col] = tile[other * kPitch + threadIdx.x];
    }
  }
}

__global__ void transpose_kernel(const float* in, float* out, std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTileSize];
  read_tile(in, rows, cols, tile);
  write_transposed(tile, out, rows, cols);
}

static dim3 blocks_for(std::size_t rows, std::size_t cols) {
  return dim3((rows + kTile - 1) / kTile, (cols + kTile - 1) / kTile);
}

extern "C" void copy_tiled(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows > 0 && cols > 0) {
    copy_kernel<<<blocks_for(rows, cols), dim3(kTile, kRows)>>>(in, out, rows, cols);
  }
}

extern "C" void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows > 0 && cols > 0) {
    transpose_kernel<<<blocks_for(rows, cols), dim3(kTile, kRows)>>>(in, out, rows, cols);
  }
}
