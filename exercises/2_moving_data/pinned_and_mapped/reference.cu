// The reference: pageable memory, and a copy of the whole frame wherever the device wants a part.
#include "pinned_and_mapped.hpp"

#include <cstdlib>

__global__ void gather_all(const float* frame, const unsigned* index, float* out,
                           std::size_t count) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) {
    out[k] = frame[index[k]];
  }
}

extern "C" float* frame_alloc(std::size_t n) {
  return static_cast<float*>(std::malloc(n * sizeof(float)));
}

extern "C" void frame_free(float* frame) {
  std::free(frame);
}

extern "C" void upload(const float* frame, float* device, std::size_t n) {
  cudaMemcpy(device, frame, n * sizeof *device, cudaMemcpyHostToDevice);
}

extern "C" void gather(float* frame, std::size_t n, const unsigned* index, float* out,
                       std::size_t count) {
  float* copy = nullptr;
  cudaMalloc(&copy, n * sizeof *copy);
  cudaMemcpy(copy, frame, n * sizeof *copy, cudaMemcpyHostToDevice);
  if (count > 0) {
    gather_all<<<static_cast<unsigned>((count + 255) / 256), 256>>>(copy, index, out, count);
  }
  cudaFree(copy);
}
