// Exercise error_checking: see README.md for the tasks and error_checking.hpp for the interface.
#include "error_checking.hpp"

#include <cstdio>

__global__ void fill_kernel(int* values, std::size_t n, int value) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    values[i] = value;
  }
}

extern "C" void describe_error(cudaError_t error, const char* file, int line, char* text,
                               std::size_t capacity) {
  text[0] = '\0';
  // TODO(1): file, line, words and name of an error, in no more than capacity (about 4 lines)
  if (error != cudaSuccess) {
    std::snprintf(text, capacity, "%s:%d: %s (%s)", file, line, cudaGetErrorString(error),
                  cudaGetErrorName(error));
  }
  // END TODO(1)
}

extern "C" cudaError_t fill(int* values, std::size_t n, int value, unsigned blocks,
                            unsigned threads) {
  cudaError_t error = cudaSuccess;
  fill_kernel<<<blocks, threads>>>(values, n, value);
  // TODO(2): what came of the launch; if it failed, return that (about 4 lines)
  error = cudaGetLastError();
  if (error != cudaSuccess) {
    return error;
  }
  // END TODO(2)
  // TODO(3): what came of the kernel (about 1 line)
  error = cudaDeviceSynchronize();
  // END TODO(3)
  return error;
}

extern "C" cudaError_t fill_host(int* values, std::size_t n, int value, unsigned blocks,
                                 unsigned threads) {
  cudaError_t error = cudaSuccess;
  // TODO(4): allocate, fill and copy while nothing has failed; free and clear (about 10 lines)
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, n * sizeof *on_device);
  if (error == cudaSuccess) {
    error = fill(on_device, n, value, blocks, threads);
  }
  if (error == cudaSuccess) {
    error = cudaMemcpy(values, on_device, n * sizeof *values, cudaMemcpyDeviceToHost);
  }
  cudaFree(on_device);
  cudaGetLastError();  // a call that failed leaves its error behind, too
  // END TODO(4)
  return error;
}
