// No shared memory: each lane holds four elements and gets its neighbours' by shuffles; only the two
// ends of a warp are read twice.
#include "smooth_1d.hpp"

constexpr unsigned kAll = 0xffffffffu;

__device__ float element_or_zero(const float* in, std::size_t n, std::size_t i) {
  return i < n ? in[i] : 0;
}

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  const std::size_t i = 4 * (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x);
  const unsigned lane = threadIdx.x % 32;
  float v[6] = {};
  if (i + 4 <= n) {
    const float4 four = *reinterpret_cast<const float4*>(in + i);
    v[1] = four.x;
    v[2] = four.y;
    v[3] = four.z;
    v[4] = four.w;
  } else {
    for (unsigned k = 0; k < 4; ++k) {
      v[k + 1] = element_or_zero(in, n, i + k);
    }
  }
  v[0] = __shfl_up_sync(kAll, v[4], 1);
  v[5] = __shfl_down_sync(kAll, v[1], 1);
  if (lane == 0) {
    v[0] = element_or_zero(in, n, i - 1);
  }
  if (lane == 31) {
    v[5] = element_or_zero(in, n, i + 4);
  }
  for (unsigned k = 0; k < 4; ++k) {
    if (i + k < n) {
      out[i + k] = (v[k] + v[k + 1] + v[k + 2]) / 3;
    }
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    smooth_kernel<<<static_cast<unsigned>((n + 1023) / 1024), 256>>>(in, out, n);
  }
}
