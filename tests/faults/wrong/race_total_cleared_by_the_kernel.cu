//! The first thread of all clears the total, and __syncthreads() is to tell all blocks. In the order of the blocks the result is
//! right; on a GPU what other blocks have added by then is lost.
//! expect: race
//! says: before the launch
__global__ void sum(const int* x, int n, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *total = 0;  // fault
  __syncthreads();
  if (i < n) atomicAdd(total, x[i]);  // fault
}

int main() {
  int *x, *total;
  cudaMalloc(&x, 1000 * sizeof(int));
  cudaMalloc(&total, sizeof(int));  // allocation
  cudaMemset(x, 0, 1000 * sizeof(int));
  sum<<<4, 256>>>(x, 1000, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
