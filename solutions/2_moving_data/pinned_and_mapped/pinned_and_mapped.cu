// Exercise pinned_and_mapped: see README.md for the tasks and pinned_and_mapped.hpp for the
// interface.
#include "pinned_and_mapped.hpp"

#include <stdexcept>

constexpr unsigned kThreads = 256;  // threads in a block

// For every call of the runtime: an error becomes an exception with its text.
static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error(cudaGetErrorString(error));
  }
}

__global__ void gather_kernel(const float* frame, const unsigned* index, float* out,
                              std::size_t count) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) {
    out[k] = frame[index[k]];
  }
}

inline unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>((count + kThreads - 1) / kThreads);
}

extern "C" float* frame_alloc(std::size_t n) {
  float* frame = nullptr;
  // TODO(1): pinned and mapped host memory for n floats (about 1 line)
  check(cudaHostAlloc(&frame, n * sizeof *frame, cudaHostAllocMapped));
  // END TODO(1)
  return frame;
}

extern "C" void frame_free(float* frame) {
  // TODO(2): give the memory back (about 1 line)
  check(cudaFreeHost(frame));
  // END TODO(2)
}

// Written for you: how long it takes depends on the memory that frame_alloc gave.
extern "C" void upload(const float* frame, float* device, std::size_t n) {
  check(cudaMemcpy(device, frame, n * sizeof *device, cudaMemcpyHostToDevice));
}

extern "C" void gather(float* frame, std::size_t n, const unsigned* index, float* out,
                       std::size_t count) {
  if (count == 0) {
    return;
  }
  // TODO(3): the frame's address for the device; launch gather_kernel with it (about 3 lines)
  float* frame_on_device = nullptr;
  check(cudaHostGetDevicePointer(&frame_on_device, frame, 0));
  gather_kernel<<<blocks_for(count), kThreads>>>(frame_on_device, index, out, count);
  // END TODO(3)
  check(cudaGetLastError());
}
