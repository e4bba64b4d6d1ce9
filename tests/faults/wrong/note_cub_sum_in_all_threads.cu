//! All threads divide by the sum of the block, which only thread 0 has.
//! flags: -O2
//! expect: note
//! status: 0
//! who: Thread 1 of block 0 (and 30 more of its warp)
//! says: what cub::BlockReduce gives thread 0's alone
#include <cub/cub.cuh>

__global__ void shares(const float* in, float* out) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage memory;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = Reduce(memory).Sum(in[i]);
  out[i] = in[i] / sum;  // fault
}

int main() {
  const int n = 128;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  shares<<<2, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
