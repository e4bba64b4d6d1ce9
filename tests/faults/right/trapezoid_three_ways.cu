// The integral of f over [a, b]: one atomic a thread, one a warp, one a block.
#include <cmath>
#include <cstdio>

__device__ float f(float x) {
  return x * x + 1.0f;
}

__global__ void with_atomics(float a, float h, int n, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n)
    atomicAdd(sum, f(a + i * h));
}

__global__ void with_warps(float a, float h, int n, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0 < i && i < n ? f(a + i * h) : 0.0f;
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(sum, v);
}

__global__ void with_blocks(float a, float h, int n, float* sum) {
  __shared__ float of_warp[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
  float v = 0 < i && i < n ? f(a + i * h) : 0.0f;
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0)
    of_warp[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = threadIdx.x < (blockDim.x + 31) / 32 ? of_warp[threadIdx.x] : 0.0f;
    for (int d = 16; d > 0; d >>= 1)
      v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x == 0)
      atomicAdd(sum, v);
  }
}

int main() {
  const int n = 1000;
  const float a = 0, b = 3, h = (b - a) / n;
  float* sum;
  cudaMalloc(&sum, sizeof(float));
  void (*kernels[])(float, float, int, float*) = {with_atomics, with_warps, with_blocks};
  int wrong = 0;
  for (auto kernel : kernels) {
    float host = 0;
    cudaMemset(sum, 0, sizeof(float));
    kernel<<<(n + 255) / 256, 256>>>(a, h, n, sum);
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    float area = h * (host + 0.5f * ((a * a + 1) + (b * b + 1)));
    wrong += std::fabs(area - 12.0f) > 1e-3f;
  }
  cudaFree(sum);
  return wrong;
}
