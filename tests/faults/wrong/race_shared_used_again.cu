//! A device function that sums over a block is called twice; its array is used again too early.
//! expect: race
//! says: none on the way back, in the next turn of a loop or the next call
//! says: behind line 15
//! omits: Put __syncthreads() between
__device__ float block_sum(float v) {
  __shared__ float warp_sum[32];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0)
    warp_sum[threadIdx.x / 32] = v;  // fault
  __syncthreads();
  float total = 0.0f;
  for (int w = 0; w < blockDim.x / 32; ++w)
    total += warp_sum[w];  // fault
  return total;
}

__global__ void moments(const float* x, float* out) {
  float v = x[threadIdx.x];
  float mean = block_sum(v) / blockDim.x;
  float spread = block_sum((v - mean) * (v - mean));
  if (threadIdx.x == 0) {
    out[0] = mean;
    out[1] = spread;
  }
}

int main() {
  float *x, *out;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&out, 2 * sizeof(float));
  cudaMemset(x, 0, 128 * sizeof(float));
  moments<<<1, 128>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
