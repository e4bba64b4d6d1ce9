//! The rank counts gridDim where it should count blockDim: blocks share elements.
//! expect: race
//! says: two threads have the same index
__global__ void ranks(int* block_of, int* rank_of) {
  int rank = blockIdx.x * gridDim.x + threadIdx.x;
  block_of[rank] = blockIdx.x;  // fault
  rank_of[rank] = rank;
}

int main() {
  int *block_of, *rank_of;
  cudaMalloc(&block_of, 512);
  cudaMalloc(&rank_of, 512);
  ranks<<<4, 32>>>(block_of, rank_of);
  cudaDeviceSynchronize();
  cudaFree(block_of);
  cudaFree(rank_of);
}
