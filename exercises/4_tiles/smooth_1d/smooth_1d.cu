// Exercise smooth_1d: see README.md for the tasks and smooth_1d.hpp for the interface.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 256;  // threads in a block, one an output

// Fills the two cells of the halo: tile[0] gets element first - 1, tile[kThreads + 1] gets element
// first + kThreads, or 0 where in has no such element.
__device__ void load_halo(const float* in, std::size_t n, std::size_t first, float* tile) {
  // TODO(2): the element before the block's and the one behind them (about 6 lines)
  if (threadIdx.x == 0) {
    tile[0] = 0;
    tile[kThreads + 1] = 0;
  }
  // END TODO(2)
}

// The block computes out[first] .. out[first + kThreads - 1]; tile[1 + x] belongs to thread x.
__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  __shared__ float tile[kThreads + 2];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads;
  load_halo(in, n, first, tile);
  // TODO(1): put my element into the tile, wait, write the mean of three (about 7 lines)
  // END TODO(1)
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    const std::size_t blocks = (n + kThreads - 1) / kThreads;
    smooth_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, out, n);
  }
}
