// Right, and nearly one load an output, but each thread walks over 128 neighbours: the lanes of a
// warp read far apart.
#include "smooth_1d.hpp"

constexpr std::size_t kChunk = 128;

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  const std::size_t first =
      kChunk * (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x);
  if (first >= n) {
    return;
  }
  float left = first > 0 ? in[first - 1] : 0;
  float middle = in[first];
  for (std::size_t i = first; i < first + kChunk && i < n; ++i) {
    const float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + middle + right) / 3;
    left = middle;
    middle = right;
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    const std::size_t chunks = (n + kChunk - 1) / kChunk;
    smooth_kernel<<<static_cast<unsigned>((chunks + 31) / 32), 32>>>(in, out, n);
  }
}
