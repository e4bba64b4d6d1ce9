//! The rank leaves out the block: all blocks write the same elements.
//! expect: race
//! says: is blockIdx.x * blockDim.x missing in the index?
__global__ void ranks(int* blocks, int* threads) {
  const int rank = threadIdx.x;
  blocks[rank] = blockIdx.x;  // fault
  threads[rank] = threadIdx.x;
}

int main() {
  int *blocks, *threads;
  cudaMalloc(&blocks, 256 * sizeof(int));
  cudaMalloc(&threads, 256 * sizeof(int));
  ranks<<<4, 64>>>(blocks, threads);
  cudaDeviceSynchronize();
  cudaFree(blocks);
  cudaFree(threads);
}
