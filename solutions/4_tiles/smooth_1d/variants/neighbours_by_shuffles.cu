// A value a lane: the neighbours come by shuffles, at the edges of a warp from memory.
#include "smooth_1d.hpp"

__global__ void k(const float* __restrict__ in, float* __restrict__ out, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  const unsigned lane = threadIdx.x & 31;
  const float v = i < n ? in[i] : 0.f;
  float l = __shfl_up_sync(0xffffffffu, v, 1), r = __shfl_down_sync(0xffffffffu, v, 1);
  if (lane == 0)
    l = i > 0 && i - 1 < n ? in[i - 1] : 0.f;
  if (lane == 31)
    r = i + 1 < n ? in[i + 1] : 0.f;
  if (i < n)
    out[i] = (l + v + r) / 3;
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n)
    k<<<unsigned((n + 127) / 128), 128>>>(in, out, n);
}
