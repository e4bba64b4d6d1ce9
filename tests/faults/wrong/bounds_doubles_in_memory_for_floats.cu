//! The guard is right, but the memory was asked for in floats.
//! expect: out_of_bounds
//! who: Thread 44 of block 1
//! says: a type of 8 bytes
__global__ void twice(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 2.0 * i;  // fault
}

int main() {
  const int n = 600;
  double* x;
  cudaMalloc(&x, n * sizeof(float));  // allocation
  twice<<<(n + 255) / 256, 256>>>(x, n);
  cudaDeviceSynchronize();
  cudaFree(x);
}
