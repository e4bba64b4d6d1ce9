//! A block of more than 1024 threads; nobody looks at the error.
//! expect: note
//! status: 0
//! says: 1024
__global__ void zero(float* x) {
  x[threadIdx.x] = 0.0f;
}

int main() {
  const int n = 1025;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  zero<<<1, n>>>(x);  // fault
  cudaDeviceSynchronize();
  cudaFree(x);
}
