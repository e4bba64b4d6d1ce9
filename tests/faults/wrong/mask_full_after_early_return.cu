//! The last warp is not full: its idle threads returned, and the mask still names them.
//! expect: invalid_lane_mask
//! who: block 0
//! says: ended
__global__ void sum(const float* x, float* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = x[i];
  for (int offset = 16; offset > 0; offset >>= 1) {
    v += __shfl_down_sync(0xffffffffu, v, offset);  // fault
  }
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, v);
}

int main() {
  const int n = 50;
  float *x, *total;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  sum<<<1, 64>>>(x, total, n);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
