//! An unsigned stride is never below 0: the tree goes on for ever with a stride of 0.
//! flags: -O2 -w
//! expect: deadlock
//! says: never ends
__global__ void sum(int* x) {
  for (unsigned stride = blockDim.x / 2; stride >= 0; stride >>= 1) {  // fault
    if (threadIdx.x < stride)                                          // fault
      x[threadIdx.x] += x[threadIdx.x + stride];
    __syncthreads();  // fault
  }                   // fault
}

int main() {
  int* x;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMemset(x, 0, 256 * sizeof(int));
  sum<<<1, 256>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
