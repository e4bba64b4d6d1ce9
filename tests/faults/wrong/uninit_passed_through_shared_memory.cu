//! Rubbish goes on through a function and other words of shared memory; the report names where it came from.
//! expect: uninitialised_read
//! who: Thread 30 of block 0
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
  float own = squared(values[t]);  // fault
  __syncthreads();
  values[31 - t] = own;
  __syncthreads();
  if (t < 2)
    out[t] = values[t] + 1;
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
