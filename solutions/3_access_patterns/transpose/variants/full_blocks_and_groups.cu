// A thread for each element of a tile, 32 x 32 of them, and the barrier of a cooperative group.
#include "transpose.hpp"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void move_tile(const float* in, float* out, std::size_t rows, std::size_t cols,
                          bool turned) {
  __shared__ float tile[32][33];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned x = block.thread_index().x, y = block.thread_index().y;
  const std::size_t top = blockIdx.x * 32, left = blockIdx.y * 32;
  const bool exists = top + y < rows && left + x < cols;
  if (exists) {
    tile[y][x] = in[(top + y) * cols + left + x];
  }
  block.sync();
  if (turned && left + y < cols && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
  if (!turned && exists) {
    out[(top + y) * cols + left + x] = tile[y][x];
  }
}

static void move(const float* in, float* out, std::size_t rows, std::size_t cols, bool turned) {
  if (rows > 0 && cols > 0) {
    const dim3 blocks(static_cast<unsigned>((rows + 31) / 32),
                      static_cast<unsigned>((cols + 31) / 32));
    move_tile<<<blocks, dim3(32, 32)>>>(in, out, rows, cols, turned);
  }
}

extern "C" void copy_tiled(const float* in, float* out, std::size_t rows, std::size_t cols) {
  move(in, out, rows, cols, false);
}

extern "C" void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  move(in, out, rows, cols, true);
}
