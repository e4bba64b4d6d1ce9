//! Each turn allocates; only the last allocation is freed.
//! env: WARPSCHOOL_CHECKS=all
//! expect: leak
//! says: 2
//! says: cudaFree
__global__ void work(int* x) {
  x[threadIdx.x] = threadIdx.x;
}

int main() {
  int* x = nullptr;
  for (int turn = 0; turn < 3; ++turn) {
    cudaMalloc(&x, 32 * sizeof(int));  // fault
    work<<<1, 32>>>(x);
  }
  cudaDeviceSynchronize();
  cudaFree(x);
}
