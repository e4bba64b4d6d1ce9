// Exercise explicit_copies: see README.md for the tasks and explicit_copies.hpp for the interface.
#include "explicit_copies.hpp"

#include <stdexcept>

constexpr unsigned kThreads = 256;  // threads in a block

// For every call of the runtime: an error becomes an exception with its text.
static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error(cudaGetErrorString(error));
  }
}

// One thread adds one pair. Both pointers are device memory.
__global__ void add_kernel(float* y, const float* x, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] += x[i];
  }
}

// Launches add_kernel with a thread for each of n > 0 pairs; returns before it has run.
inline void launch_add(float* y, const float* x, std::size_t n) {
  add_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads>>>(y, x, n);
  check(cudaGetLastError());
}

extern "C" float* upload(const float* host, std::size_t n) {
  float* device = nullptr;
  // TODO(1): device memory for n floats, and a copy of the floats in it (about 2 lines)
  check(cudaMalloc(&device, n * sizeof *device));
  check(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice));
  // END TODO(1)
  return device;
}

extern "C" void download(const float* device, float* host, std::size_t n) {
  // TODO(2): bring the n floats to the host (about 1 line)
  check(cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyDeviceToHost));
  // END TODO(2)
}

extern "C" void add_into(float* y, const float* x, std::size_t n) {
  if (n == 0) {
    return;
  }
  // TODO(3): bring both arrays to the device, launch, bring the result home (about 4 lines)
  float* y_on_device = upload(y, n);
  float* x_on_device = upload(x, n);
  launch_add(y_on_device, x_on_device, n);
  download(y_on_device, y, n);
  // END TODO(3)
  // TODO(4): give all device memory back (about 2 lines)
  check(cudaFree(x_on_device));
  check(cudaFree(y_on_device));
  // END TODO(4)
}
