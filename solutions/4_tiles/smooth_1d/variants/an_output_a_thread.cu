// One output a thread, and the first two threads fetch the halo.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 256;

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  __shared__ float tile[kThreads + 2];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads;
  const std::size_t i = first + threadIdx.x;
  const float mine = i < n ? in[i] : 0;  // on its way while the halo is fetched
  if (threadIdx.x < 2) {  // first - 1 wraps around in block 0 and is then not below n
    const std::size_t other = threadIdx.x == 0 ? first - 1 : first + kThreads;
    tile[threadIdx.x * (kThreads + 1)] = other < n ? in[other] : 0;
  }
  tile[threadIdx.x + 1] = mine;
  __syncthreads();
  if (i < n) {
    out[i] = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) / 3;
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    const std::size_t blocks = (n + kThreads - 1) / kThreads;
    smooth_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, out, n);
  }
}
