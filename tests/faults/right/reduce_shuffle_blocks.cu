// Warps by shuffles, warps of a block through shared memory, one atomic a block; n is no multiple
// of anything.
#include <vector>

__inline__ __device__ double warp_sum(double v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__inline__ __device__ double block_sum(double v) {
  static __shared__ double shared[32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  v = warp_sum(v);
  if (lane == 0)
    shared[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
  if (warp == 0)
    v = warp_sum(v);
  return v;
}

__global__ void sum(const double* in, double* out, int n) {
  double own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    own += in[i];
  own = block_sum(own);
  if (threadIdx.x == 0)
    atomicAdd(out, own);
}

int main() {
  const int n = 1237;
  std::vector<double> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  double *in, *out, result = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, sizeof(double));
  cudaMemcpy(in, host.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(double));
  sum<<<3, 192>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result == n * (n - 1) / 2.0 ? 0 : 1;
}
