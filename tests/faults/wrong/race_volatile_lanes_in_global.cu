// The last warp of a reduction in global memory, whose lanes rely on lockstep: volatile is no __syncwarp().
//! expect: race
//! says: volatile says only
//! says: __syncwarp() if only threads of one warp
//! status: 86
__global__ void sums_of_blocks(float* in, float* out) {
  float* data = in + blockIdx.x * blockDim.x;
  unsigned t = threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (t < stride)
      data[t] += data[t + stride];
    __syncthreads();
  }
  if (t < 32) {
    volatile float* last = data;
    last[t] += last[t + 32];  // fault
    last[t] += last[t + 16];  // fault
    last[t] += last[t + 8];  // fault
    last[t] += last[t + 4];  // fault
    last[t] += last[t + 2];  // fault
    last[t] += last[t + 1];  // fault
  }
  if (t == 0)
    out[blockIdx.x] = data[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 512 * sizeof(float));  // allocation
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemset(in, 0, 512 * sizeof(float));
  sums_of_blocks<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
