//! Warp 0 waits at one barrier, the other warp at another, and both stand in one line.
//! expect: divergent_barrier
//! says: column
__global__ void sides(int* x) {
  // clang-format off
  if (threadIdx.x < 32) { x[threadIdx.x] = 1; __syncthreads(); } else { x[threadIdx.x] = 2; __syncthreads(); }  // fault
  // clang-format on
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  sides<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
