//! A function with a barrier is called in a branch and behind it: one warp waits twice, one once.
//! expect: divergent_barrier
//! says: comes from the same line
__device__ void wait_for_all() {
  __syncthreads();  // fault
}

__global__ void shares(int* x) {
  int v = x[threadIdx.x];
  if (threadIdx.x < 32) {
    v /= 2;
    wait_for_all();
  }
  v += 1;
  wait_for_all();
  x[threadIdx.x] = v;
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  shares<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
