// Blocks of 1024 threads with many values in registers wait for each other: each has a multiprocessor to itself.
//! prints: 491520, there is a place
#include <cstdio>

__device__ volatile float passed_on[4];
__device__ volatile int done[4];

template <int kItems>
__global__ void running_sums(float* out, const float* in) {
  float items[kItems], sum = 0;
#pragma unroll
  for (int i = 0; i < kItems; i++) items[i] = in[(blockIdx.x * kItems + i) * blockDim.x + threadIdx.x];
#pragma unroll
  for (int i = 0; i < kItems; i++) items[i] += __shfl_xor_sync(0xffffffff, items[i], 1);
#pragma unroll
  for (int i = 0; i < kItems; i++) sum += items[i];
  if (threadIdx.x == 0) {
    const int before = (blockIdx.x + gridDim.x - 1) % gridDim.x;
    for (int round = 0; round < 2; round++) {
      const bool is_first = blockIdx.x == 0 && round == 0;
      while (!is_first && done[before] < (blockIdx.x == 0 ? round : round + 1)) {
      }
      __threadfence();
      passed_on[blockIdx.x] = (is_first ? 0 : passed_on[before]) + sum * blockDim.x / 2;
      __threadfence();
      done[blockIdx.x] = round + 1;
    }
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; i++) out[(blockIdx.x * kItems + i) * blockDim.x + threadIdx.x] = items[i];
}

int main() {
  const int items = 80, blocks = 3, n = blocks * items * 1024;
  float *in, *out, total;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; i++) in[i] = 1;
  int places = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&places, running_sums<items>, 1024, 0);
  running_sums<items><<<blocks, 1024>>>(out, in);
  cudaMemcpyFromSymbol(&total, passed_on, sizeof(float), (blocks - 1) * sizeof(float));
  std::printf("%g, %s\n", total, places > 0 ? "there is a place" : "there is none");
  cudaFree(in);
  cudaFree(out);
}
