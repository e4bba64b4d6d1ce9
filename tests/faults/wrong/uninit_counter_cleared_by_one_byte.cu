//! cudaMemset counts bytes: one of the counter's four is cleared.
//! expect: uninitialised_read
//! says: only a part of the bytes was ever written
__global__ void count(const int* in, int n, unsigned* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == 0)
    atomicAdd(found, 1u);  // fault
}

int main() {
  int* in;
  unsigned* found;
  cudaMalloc(&in, 100 * sizeof(int));
  cudaMalloc(&found, sizeof(unsigned));  // allocation
  cudaMemset(in, 0, 100 * sizeof(int));
  cudaMemset(found, 0, 1);
  count<<<2, 64>>>(in, 100, found);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(found);
}
