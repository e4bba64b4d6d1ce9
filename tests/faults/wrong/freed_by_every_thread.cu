//! One thread asks for memory, and all give it back.
//! expect: use_after_free
//! who: Thread 1 of block 0
//! says: called free or delete
//! says: let one of them free it
__global__ void reversed(int* out) {
  __shared__ int* scratch;
  if (threadIdx.x == 0)
    scratch = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  scratch[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  free(scratch);  // fault
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  reversed<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
}
