// Exercise smooth_1d: see README.md for the tasks and smooth_1d.hpp for the interface.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 128;           // threads in a block
constexpr unsigned kOutputs = 8 * kThreads;  // its outputs: thread x has x, x + kThreads, ...

// Fills the two cells of the halo: tile[0] gets element first - 1, tile[kOutputs + 1] gets element
// first + kOutputs, or 0 where in has no such element.
__device__ void load_halo(const float* in, std::size_t n, std::size_t first, float* tile) {
  // TODO(2): the element before the block's and the one behind them (about 6 lines)
  if (threadIdx.x == 0) {
    tile[0] = first > 0 ? in[first - 1] : 0;
  }
  if (threadIdx.x == kThreads - 1) {
    tile[kOutputs + 1] = first + kOutputs < n ? in[first + kOutputs] : 0;
  }
  // END TODO(2)
}

// Fills tile[1] .. tile[kOutputs] with the elements first .. first + kOutputs - 1, or 0 beyond n.
// When it returns, every thread of the block may read all of the tile.
__device__ void load_tile(const float* in, std::size_t n, std::size_t first, float* tile) {
  load_halo(in, n, first, tile);
  // TODO(1): put my eight elements into the tile, and wait for the others (about 5 lines)
  for (unsigned k = 0; k < kOutputs; k += kThreads) {  // eight rounds, as the compiler can see
    const std::size_t i = first + k + threadIdx.x;
    tile[1 + k + threadIdx.x] = i < n ? in[i] : 0;
  }
  __syncthreads();
  // END TODO(1)
}

// The block computes out[first] .. out[first + kOutputs - 1]. in and out do not overlap:
// __restrict__ says so.
__global__ void smooth_kernel(const float* __restrict__ in, float* __restrict__ out,
                              std::size_t n) {
  __shared__ float tile[kOutputs + 2];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kOutputs;
  load_tile(in, n, first, tile);
  constexpr float kThird = 1.0F / 3;  // a product takes one instruction, a quotient about ten
  for (unsigned k = 0; k < kOutputs; k += kThreads) {
    const std::size_t i = first + k + threadIdx.x;
    const unsigned place = 1 + k + threadIdx.x;
    if (i < n) {
      out[i] = (tile[place - 1] + tile[place] + tile[place + 1]) * kThird;
    }
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    const std::size_t blocks = (n + kOutputs - 1) / kOutputs;
    smooth_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, out, n);
  }
}
