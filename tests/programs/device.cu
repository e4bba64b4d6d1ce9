// What the device says of itself, and of kernels.
#include <cstdio>

__global__ void __launch_bounds__(256) bounded(int* p) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void dynamic(int* p, int n) {
  extern __shared__ int words[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) p[0] = words[n - 1];
}

template <class T>
__global__ void typed(T* p, T v) {
  p[0] = v;
}

int main() {
  cudaDeviceProp prop;
  int count, sms, version;
  cudaGetDeviceCount(&count);
  cudaGetDeviceProperties(&prop, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaRuntimeGetVersion(&version);
  std::printf("%d device, warp %d, version %d, same %d, threads %d\n", count, prop.warpSize, version == CUDART_VERSION,
              sms == prop.multiProcessorCount, prop.maxThreadsPerBlock);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, bounded);
  std::printf("shared %zu, at most %d threads, registers %d\n", attributes.sharedSizeBytes,
              attributes.maxThreadsPerBlock, attributes.numRegs > 0);
  int blocks, grid, block;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded);
  std::printf("occupancy %d, block %d\n", blocks, block);
  int* p;
  cudaMallocManaged(&p, 1024);
  bounded<<<1, 512>>>(p);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  const int n = 20000;
  dynamic<<<1, 128, n * sizeof(int)>>>(p, n);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int));
  dynamic<<<1, 128, n * sizeof(int)>>>(p, n);
  std::printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf(" %d\n", p[0]);
  typed<<<1, 1>>>((double*)p, 2.5);
  cudaDeviceSynchronize();
  std::printf("%g\n", *(double*)p);
  int* held;
  cudaMalloc(&held, 1 << 20);
  size_t free_bytes, total;
  cudaMemGetInfo(&free_bytes, &total);
  std::printf("%d\n", free_bytes < total && free_bytes > 0);
  cudaFree(held);
  cudaFree(p);
}
