//! One thread allocates for the block, and nobody waits for it.
//! expect: race
//! says: 'data'
//! says: put __syncthreads()
__global__ void fill(int* sums) {
  __shared__ int* data;
  if (threadIdx.x == 0) {
    data = static_cast<int*>(malloc(blockDim.x * 16 * sizeof(int)));  // fault
  }
  if (data == nullptr) return;  // fault
  int* mine = data;             // fault
  for (int i = 0; i < 16; ++i) {
    mine[i * blockDim.x + threadIdx.x] = threadIdx.x;  // fault
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < 16 * blockDim.x; ++i) sum += data[i];
    sums[blockIdx.x] = sum;
    free(data);
  }
}

int main() {
  int* sums;
  cudaMalloc(&sums, 2 * sizeof(int));
  fill<<<2, 64>>>(sums);
  cudaDeviceSynchronize();
  cudaFree(sums);
}
