//! extern __shared__, and a launch without the third parameter.
//! expect: out_of_bounds
//! who: Thread 0 of block 0
//! says: shared
//! says: third launch parameter
__global__ void sum(const int* in, int* out) {
  extern __shared__ int cells[];
  cells[threadIdx.x] = in[threadIdx.x];  // fault
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      cells[threadIdx.x] += cells[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *out = cells[0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  sum<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
