// The reference: correct and as plain as can be. A single block walks over the whole array, and
// every thread reads its three elements from global memory.
#include "smooth_1d.hpp"

__global__ void smooth_in_one_block(const float* in, float* out, std::size_t n) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    const float left = i > 0 ? in[i - 1] : 0;
    const float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + in[i] + right) / 3;
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  smooth_in_one_block<<<1, 256>>>(in, out, n);
}
