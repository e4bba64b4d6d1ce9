// Tries: to have the device follow numbers that are no handles.
// May get: what slow code gets: every one of them is an error
#include "grid_stride.hpp"

#include <cstdint>

// y = a * x + y, on a grid of any size.
__global__ void saxpy_kernel(float a, const float* __restrict__ x, float* __restrict__ y,
                             std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

extern "C" void saxpy_on_grid(float a, const float* x, float* y, std::size_t n, unsigned blocks,
                              unsigned threads) {
  saxpy_kernel<<<blocks, threads>>>(a, x, y, n);
}

/// Calls that would follow a handle, and must look it up instead.
static void name_wild_handles(std::uintptr_t number) {
  void* const wild = reinterpret_cast<void*>(number);
  cudaEventRecord(static_cast<cudaEvent_t>(wild), nullptr);
  cudaStreamDestroy(static_cast<cudaStream_t>(wild));
  cudaStreamWaitEvent(nullptr, static_cast<cudaEvent_t>(wild), 0);
  cudaGraphDestroyNode(static_cast<cudaGraphNode_t>(wild));
  cudaGraphLaunch(static_cast<cudaGraphExec_t>(wild), nullptr);
  cudaGraphDestroy(static_cast<cudaGraph_t>(wild));
  cudaFreeArray(static_cast<cudaArray_t>(wild));
  cudaDestroyTextureObject(number);
  cudaMemPoolDestroy(static_cast<cudaMemPool_t>(wild));
  cudaFree(wild);
  cudaGetLastError();
}

// Right, and slow: two blocks for any number of elements.
extern "C" void saxpy(float a, const float* x, float* y, std::size_t n, unsigned) {
  if (n > 0) {
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphDestroyNode(reinterpret_cast<cudaGraphNode_t>(graph));  // a graph is no node
    name_wild_handles(reinterpret_cast<std::uintptr_t>(graph));
    for (const std::uintptr_t number :
         {std::uintptr_t{8}, std::uintptr_t{0x400000}, ~std::uintptr_t{7}}) {
      name_wild_handles(number);
    }
    saxpy_kernel<<<2, 256>>>(a, x, y, n);
  }
}
