// Right, but each thread reads its elements and their neighbours from global memory itself.
#include "smooth_1d.hpp"

constexpr unsigned kThreads = 256;
constexpr unsigned kOutputs = 4 * kThreads;

__global__ void smooth_kernel(const float* in, float* out, std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kOutputs;
  for (unsigned k = 0; k < kOutputs; k += kThreads) {
    const std::size_t i = first + k + threadIdx.x;
    if (i < n) {
      const float left = i > 0 ? in[i - 1] : 0;
      const float right = i + 1 < n ? in[i + 1] : 0;
      out[i] = (left + in[i] + right) / 3;
    }
  }
}

extern "C" void smooth_1d(const float* in, float* out, std::size_t n) {
  if (n > 0) {
    const std::size_t blocks = (n + kOutputs - 1) / kOutputs;
    smooth_kernel<<<static_cast<unsigned>(blocks), kThreads>>>(in, out, n);
  }
}
