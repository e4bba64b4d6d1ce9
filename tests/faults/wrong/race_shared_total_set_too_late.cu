//! Thread 0 clears the total, and all threads add to it without having waited, those of its own warp too.
//! expect: race
//! says: __syncthreads()
__global__ void sum(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;  // fault
  atomicAdd(&total, in[threadIdx.x]);  // fault
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  sum<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
