//! A tree in shared memory that waits no more once one warp is left: its barrier has a condition.
//! expect: race
//! says: The next turn of a loop
//! says: The one in line 14 is not come to after each turn
__global__ void sum(const float* in, float* out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int reach = 128; reach > 0; reach /= 2) {
    if (t < reach)
      part[t] += part[t + reach];  // fault
    if (reach > 32)
      __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1024 * sizeof(float));
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemset(in, 0, 1024 * sizeof(float));
  sum<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
