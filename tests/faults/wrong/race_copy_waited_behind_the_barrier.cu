//! The wait is each thread's own: the barrier must come after it, not before.
//! expect: race
//! says: __syncthreads()
#include <cuda_pipeline.h>

__global__ void reverse(const float* in, float* out) {
  __shared__ float cells[128];
  __pipeline_memcpy_async(&cells[threadIdx.x], &in[threadIdx.x], sizeof(float));  // other
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = cells[127 - threadIdx.x];  // fault
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  reverse<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
