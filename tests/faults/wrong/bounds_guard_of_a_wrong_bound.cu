//! The loop over the grid has its condition, but the host gives it a length that the result has not.
//! expect: out_of_bounds
//! who: Thread 0 of block 0
//! says: The access is let through by
//! says: which has room for 1000 elements of 4 bytes
//! omits: Guard the access
__global__ void scale(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = 2.0f * in[i];  // fault
  }
}

int main() {
  const int length = 1000, longer = 2000;
  float *in, *out;
  cudaMalloc(&in, longer * sizeof(float));
  cudaMalloc(&out, length * sizeof(float));  // allocation
  cudaMemset(in, 0, longer * sizeof(float));
  scale<<<5, 200>>>(in, out, longer);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
