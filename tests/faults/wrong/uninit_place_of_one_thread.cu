//! One thread of a block takes the next chunk of the work; the others do not learn which.
//! flags: -w -O2
//! expect: uninitialised_read
//! who: Thread 1 of block 0 (and 30 more of its warp)
//! says: wrote to memory
//! says: within a block by a __shared__ variable
__global__ void number(int* next, int* out, int n) {
  int begin;
  if (threadIdx.x == 0)
    begin = atomicAdd(next, blockDim.x);
  __syncthreads();
  int i = begin + threadIdx.x;
  if (i < n)
    out[i] = i;  // fault
}

int main() {
  const int n = 250;
  int host[n], *next, *out;
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&out, sizeof host);
  cudaMemset(next, 0, sizeof(int));
  number<<<2, 128>>>(next, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(next);
  cudaFree(out);
}
