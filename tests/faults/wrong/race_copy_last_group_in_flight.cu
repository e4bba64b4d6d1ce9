//! Two buffers and asynchronous copies; the last turn, too, waits for all groups but the newest.
//! expect: race
//! says: __pipeline_wait_prior(0)
//! says: asynchronous copy that it started
#include <cuda_pipeline.h>

constexpr int kTile = 64;

__global__ void sums(const float* in, float* out, int tiles) {
  __shared__ float buffer[2][kTile];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][t], &in[t], sizeof(float));  // other
  __pipeline_commit();
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      float* next = buffer[(tile + 1) % 2];
      __pipeline_memcpy_async(&next[t], &in[(tile + 1) * kTile + t], sizeof(float));  // other
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[tile % 2][t];  // fault
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * kTile * sizeof(float));
  cudaMalloc(&out, kTile * sizeof(float));
  cudaMemset(in, 0, 4 * kTile * sizeof(float));
  sums<<<1, kTile>>>(in, out, 4);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
