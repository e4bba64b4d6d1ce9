// The reference: only launch_copies is asked of it, which the judge times by itself.
#include "event_timer.hpp"

__global__ void copy_all(const float* in, float* out, std::size_t n) {
  const std::size_t threads = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i];
  }
}

extern "C" void launch_copies(const float* in, float* out, std::size_t n, unsigned blocks,
                              int launches) {
  for (int i = 0; i < launches; ++i) {
    copy_all<<<blocks, 256>>>(in, out, n);
  }
}

extern "C" Timing time_copy(const float*, float*, std::size_t, unsigned) {
  return {0, 0};
}
