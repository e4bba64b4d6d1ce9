//! Sums of CUB that thread 0 uses, or hands on; and those of each lane 0.
#include <cstdio>
#include <cub/cub.cuh>

using BlockSum = cub::BlockReduce<int, 128>;
using WarpSum = cub::WarpReduce<int>;

__global__ void total(const int* in, int* out) {
  __shared__ typename BlockSum::TempStorage memory;
  const int sum = BlockSum(memory).Sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

__global__ void shares(const int* in, int* out) {
  __shared__ typename BlockSum::TempStorage memory;
  __shared__ int whole;
  const int sum = BlockSum(memory).Reduce(in[threadIdx.x], cub::Max());
  if (threadIdx.x == 0)
    whole = sum;
  __syncthreads();
  out[threadIdx.x] = 100 * in[threadIdx.x] / whole;
}

__global__ void of_warps(const int* in, int* out) {
  __shared__ typename WarpSum::TempStorage memory[4];
  const int warp = threadIdx.x / 32, sum = WarpSum(memory[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0)
    out[warp] = sum;
}

int main() {
  const int n = 256;
  int host[n], *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  total<<<2, 128>>>(in, out);
  shares<<<1, 128>>>(in, out);
  of_warps<<<1, 128>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[100]);
  cudaFree(in);
  cudaFree(out);
}
