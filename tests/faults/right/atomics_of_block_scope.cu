//! prints: 4096 1365 682
// Where atomics with the scope of a block do: a histogram for each block in global memory, merged by
// atomics of the device behind a barrier; a counter in shared memory; a word that one block after
// the other counts in, launch by launch; and one that the last block reads.
#include <cstdio>
#include <cuda/atomic>
#include <cuda_runtime.h>

constexpr int kBins = 6, kBlocks = 8, kThreads = 256;

__device__ unsigned int ready;

__global__ void histogram(const int* in, int n, int* parts, int* bins) {
  __shared__ int seen;
  int* mine = parts + blockIdx.x * kBins;
  if (threadIdx.x == 0) {
    seen = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd_block(&mine[in[i]], 1);
    cuda::atomic_ref<int, cuda::thread_scope_block>(seen).fetch_add(1);
  }
  __syncthreads();
  if (threadIdx.x < kBins) {
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
  }
  if (threadIdx.x == 0) {
    atomicAdd(&bins[kBins], seen);
  }
}

// The last block may go on with what the others counted: the fence and the counter order it.
__global__ void count_on(int* parts, int* total) {
  __shared__ bool is_last;
  atomicMax_block(&parts[blockIdx.x], int(blockIdx.x * 100 + threadIdx.x % 100));
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(&ready, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last && threadIdx.x < gridDim.x) {
    atomicMax_block(total, parts[threadIdx.x]);
  }
}

__global__ void count_alone(int* word) { atomicAdd_block(word, int(threadIdx.x) & 1); }

int main() {
  const int n = 4096;
  static int h[n];
  for (int i = 0; i < n; ++i) {
    h[i] = i % kBins % 3;
  }
  int *in, *parts, *bins;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&parts, kBlocks * kBins * sizeof(int));
  cudaMalloc(&bins, (kBins + 2) * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(parts, 0, kBlocks * kBins * sizeof(int));
  cudaMemset(bins, 0, (kBins + 2) * sizeof(int));
  histogram<<<kBlocks, kThreads>>>(in, n, parts, bins);
  cudaMemset(parts, 0, kBlocks * kBins * sizeof(int));
  count_on<<<kBlocks, kThreads>>>(parts, bins + kBins + 1);
  for (int i = 0; i < 3; ++i) {
    count_alone<<<1, kThreads>>>(bins + kBins + 1);
  }
  int result[kBins + 2];
  cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", result[kBins], result[1], result[kBins + 1] - 799 + 298);
  cudaFree(in);
  cudaFree(parts);
  cudaFree(bins);
  return 0;
}
