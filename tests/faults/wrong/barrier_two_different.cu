//! Warp 0 waits at one barrier, the other warps at another.
//! expect: divergent_barrier
//! says: __syncthreads()
__global__ void split(int* out) {
  __shared__ int first[32], rest[96];
  if (threadIdx.x < 32) {
    first[threadIdx.x] = 1;
    __syncthreads();  // fault
    out[threadIdx.x] = first[31 - threadIdx.x];
  } else {
    rest[threadIdx.x - 32] = 2;
    __syncthreads();  // fault
    out[threadIdx.x] = rest[127 - threadIdx.x];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  split<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
