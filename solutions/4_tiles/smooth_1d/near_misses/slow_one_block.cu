// Right, and each element is read once, but a single block walks over the whole array.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 256;

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  __shared__ float tile[kThreads + 2];
  const unsigned place = threadIdx.x + 1;
  for (std::size_t first = 0; first < n; first += kThreads) {
    const std::size_t i = first + threadIdx.x;
    if (threadIdx.x == 0) {
      tile[0] = first > 0 ? in[first - 1] : 0;
    }
    if (threadIdx.x == kThreads - 1) {
      tile[kThreads + 1] = first + kThreads < n ? in[first + kThreads] : 0;
    }
    tile[place] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) {
      out[i] = (tile[place - 1] + tile[place] + tile[place + 1]) / 3;
    }
    __syncthreads();
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  smooth_kernel<<<1, kThreads>>>(in, out, n);
}
