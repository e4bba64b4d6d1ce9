//! Each thread looks for the smallest of its numbers, and begins with a variable that has no value.
//! expect: uninitialised_read
//! says: was never set
//! flags: -w
__global__ void smallest(const float* x, float* out, int n) {
  float least;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    least = fminf(least, x[i]);
  out[threadIdx.x] = least;  // fault
}

int main() {
  float *x, *out;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  smallest<<<1, 32>>>(x, out, 64);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
