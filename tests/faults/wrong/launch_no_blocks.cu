//! n / 256 is 0 for n < 256.
//! expect: note
//! status: 0
//! says: 0
//! says: block
__global__ void increment(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    ++x[i];
}

int main() {
  const int n = 200;
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  increment<<<n / 256, 256>>>(x, n);  // fault
  cudaDeviceSynchronize();
  cudaFree(x);
}
