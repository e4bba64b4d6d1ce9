//! The kernel promised at most 128 threads a block.
//! expect: note
//! status: 0
//! says: 128
//! says: __launch_bounds__
__global__ void __launch_bounds__(128) set(int* x) {
  x[threadIdx.x] = 1;
}

int main() {
  int* x;
  cudaMalloc(&x, 256 * sizeof(int));
  set<<<1, 256>>>(x);  // fault
  cudaDeviceSynchronize();
  cudaFree(x);
}
