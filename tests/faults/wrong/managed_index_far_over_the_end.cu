//! The last block has idle threads: the last of them reads an array of managed memory 1023 elements
//! over its end, which is just before the next array's first.
//! expect: out_of_bounds
//! who: Thread 1023 of block 2
//! says: past the end of the 8196-byte allocation
__global__ void block_ends(const int* in, int* last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == blockDim.x - 1)
    last[blockIdx.x] = in[i] + n;  // fault
}

int main() {
  const int n = 2049;
  int *in, *other, *last;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&other, n * sizeof(int));
  cudaMallocManaged(&last, 3 * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = other[i] = i;
  block_ends<<<3, 1024>>>(in, last, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(other);
  cudaFree(last);
}
