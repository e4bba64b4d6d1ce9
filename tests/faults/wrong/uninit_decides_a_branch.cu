//! A thread without work looks at its value, and counts it.
//! expect: uninitialised_read
//! who: Thread 20 of block 0 (and 11 more of its warp)
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
  bool positive = values[t] > 0;  // fault
  if (positive)
    atomicAdd(out, 1.0f);
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
