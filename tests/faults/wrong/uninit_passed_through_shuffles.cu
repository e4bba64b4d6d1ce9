//! Lanes without work give what they read to those that have some: the sum of the first is rubbish.
//! expect: uninitialised_read
//! who: Thread 24 of block 0
//! says: Shared memory
#include <cstdio>

__device__ __noinline__ float squared(float v) {
  return v * v;
}

__global__ void use(const float* in, float* out, int n) {
  __shared__ float values[32];
  int t = threadIdx.x;
  if (t < n)
    values[t] = in[t];
  __syncthreads();
  float sum = values[t];  // fault
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (t == 0)
    out[0] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  use<<<1, 32>>>(in, out, 20);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
