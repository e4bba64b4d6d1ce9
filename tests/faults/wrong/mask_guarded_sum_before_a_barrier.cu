//! The guard is around the warp's sum: its idle lanes are at the barrier, the others wait for them.
//! expect: invalid_lane_mask
//! who: Thread 64 of block 0
//! says: it names threads that wait at the barrier, at line 16
//! says: move the call out of the branch
__global__ void mean(const float* in, float* out, int n) {
  __shared__ float sums[4];
  const int t = threadIdx.x;
  if (t < n) {
    float sum = in[t];
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, d);  // fault
    if (t % 32 == 0)
      sums[t / 32] = sum;
  }
  __syncthreads();
  if (t == 0)
    *out = (sums[0] + sums[1] + sums[2]) / n;
}

int main() {
  const int n = 70;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  mean<<<1, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
