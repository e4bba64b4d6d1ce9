// A fixed grid whose blocks walk over the array tile by tile; two barriers a step.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 512;
constexpr unsigned kBlocks = 4 * 132;

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  __shared__ float tile[kThreads + 2];
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * kThreads;
  for (std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads; first < n;
       first += stride) {
    for (unsigned cell = threadIdx.x; cell < kThreads + 2; cell += kThreads) {
      const std::size_t after = first + cell;  // one more than the element's index
      tile[cell] = after >= 1 && after <= n ? in[after - 1] : 0;
    }
    __syncthreads();
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
      out[i] = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) / 3;
    }
    __syncthreads();
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  smooth_kernel<<<kBlocks, kThreads>>>(in, out, n);
}
