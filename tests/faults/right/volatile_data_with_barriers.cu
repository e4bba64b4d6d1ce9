// Volatile values that are data alone, and barriers that put the steps in order.
#include <cstdio>

/// In global memory: by barriers of the block, then of the warp, read before the barrier that comes before the write.
__global__ void sums_of_blocks(volatile float* in, float* out) {
  volatile float* data = in + blockIdx.x * blockDim.x;
  unsigned t = threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride >= 32; stride /= 2) {
    if (t < stride)
      data[t] += data[t + stride];
    __syncthreads();
  }
  if (t < 32)
    for (unsigned stride = 16; stride > 0; stride /= 2) {
      float other = data[t + stride];
      __syncwarp();
      data[t] += other;
      __syncwarp();
    }
  if (t == 0)
    out[blockIdx.x] = data[0];
}

__global__ void scan(volatile int* values) {
  int i = threadIdx.x;
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    int other = i >= distance ? values[i - distance] : 0;
    __syncthreads();
    values[i] += other;
    __syncthreads();
  }
}

/// Each thread its own, so that the compiler leaves out nothing.
__global__ void own(volatile float* values, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round)
    values[i] = values[i] * 0.5f + 1.0f;
}

/// From one array to the other.
__global__ void mean(const volatile float* in, volatile float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main() {
  const int n = 512;
  float *a, *b;
  int* c;
  cudaMalloc(&a, (n + 16) * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, 256 * sizeof(int));
  cudaMemset(a, 0, (n + 16) * sizeof(float));
  cudaMemset(c, 0, 256 * sizeof(int));
  own<<<4, 128>>>(a, 5);
  mean<<<4, 128>>>(a, b, n);
  sums_of_blocks<<<4, 128>>>(a, b);
  scan<<<1, 256>>>(c);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
