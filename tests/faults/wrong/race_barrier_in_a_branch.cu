//! The barrier stands in a branch that only the first lane of each warp takes.
//! expect: race
//! says: The barrier in line 9 stands between the two, but a branch leads past it.
//! omits: Put __syncthreads() between
__global__ void hand_over(const float* in, float* out) {
  __shared__ float sums[8];
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = in[threadIdx.x];  // fault
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    const float sum = sums[threadIdx.x % 8];  // fault
    __syncwarp();
    out[threadIdx.x] = sum;
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  hand_over<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
