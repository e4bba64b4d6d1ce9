// Exercise reduce_global: see README.md for the tasks and reduce_global.hpp for the interface.
#include "reduce_global.hpp"

constexpr unsigned kThreads = 256;  // threads in a block

// One step: values[i] += values[i + stride] for each multiple i of 2 * stride, one pair a thread.
__global__ void step_kernel(float* values, std::size_t n, std::size_t stride) {
  // TODO(1): the number of this thread's pair; if it has both values, add them (about 5 lines)
  const std::size_t pair = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t i = pair * 2 * stride;
  if (i + stride < n) {
    values[i] += values[i + stride];
  }
  // END TODO(1)
}

extern "C" void reduce_step(float* values, std::size_t n, std::size_t stride) {
  if (stride < n) {
    const std::size_t pairs = (n - stride - 1) / (2 * stride) + 1;
    step_kernel<<<static_cast<unsigned>((pairs + kThreads - 1) / kThreads), kThreads>>>(values, n,
                                                                                        stride);
  }
}

extern "C" void reduce_global(float* values, std::size_t n) {
  // TODO(2): steps with stride 1, 2, 4, ... until values[0] is the sum (about 3 lines)
  for (std::size_t stride = 1; stride < n; stride *= 2) {
    reduce_step(values, n, stride);
  }
  // END TODO(2)
}
