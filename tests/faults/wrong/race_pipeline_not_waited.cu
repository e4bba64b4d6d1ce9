//! A pipeline of the thread's own, filled and never waited for.
//! expect: race
//! who: Thread 0 of block 0
//! says: has not waited for it
#include <cuda/pipeline>

#include <cooperative_groups.h>

constexpr int kTile = 64;

__global__ void turn_round(const float* in, float* out, int tiles) {
  __shared__ float buffer[2][kTile];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  auto fetch = [&](int tile) {
    if (tile < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[tile % 2][t], &in[tile * kTile + t], sizeof(float),
                         pipe);  // other
      pipe.producer_commit();
    }
  };
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    __syncthreads();
    out[tile * kTile + t] = buffer[tile % 2][kTile - 1 - t];  // fault
    __syncthreads();
    pipe.consumer_release();
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * kTile * sizeof(float));
  cudaMalloc(&out, 4 * kTile * sizeof(float));
  cudaMemset(in, 0, 4 * kTile * sizeof(float));
  turn_round<<<1, kTile>>>(in, out, 4);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
