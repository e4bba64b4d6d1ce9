//! The first warp adds up as many sums as the block has warps. Its other lanes hold what nobody wrote, and give it to lanes whose sums
//! nobody asks for: the first lane gets none of it.
#include <cstdio>

__global__ void sum(const float* in, float* out, int n) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  float v = threadIdx.x < n ? in[threadIdx.x] : 0;
  for (int step = 16; step > 0; step /= 2)
    v += __shfl_down_sync(0xffffffff, v, step);
  if (lane == 0)
    sums[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = sums[lane];
    for (int step = warps / 2; step > 0; step /= 2)
      v += __shfl_down_sync(0xffffffff, v, step);
    float first = __shfl_sync(0xffffffff, v, 0);
    if (lane < 4)
      out[lane] = first;
  }
}

int main() {
  const int n = 250;
  float host[n], *in, *out;
  for (float& x : host)
    x = 2;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 256>>>(in, out, n);
  cudaMemcpy(host, out, 4 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[0], host[3]);
  cudaFree(in);
  cudaFree(out);
  return host[0] != 2 * n || host[3] != 2 * n;
}
