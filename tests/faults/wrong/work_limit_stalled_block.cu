//! Each block that ends allows as much again; the last one does not end.
//! env: WARPSCHOOL_STALL_LIMIT=1000000
//! expect: work_limit
//! says: step
__global__ void count(int* cells, int n) {
  const int step = blockIdx.x + 1 == gridDim.x ? 0 : 1;
  for (int i = 0; i < n; i += step) {       // fault
    atomicAdd(&cells[(i + threadIdx.x) % n], 1);  // fault
  }                                         // fault
}

int main() {
  constexpr int kCells = 256, kBlocks = 100;  // 100 blocks take more than the limit together
  int* cells;
  cudaMalloc(&cells, kCells * sizeof(int));
  cudaMemset(cells, 0, kCells * sizeof(int));
  count<<<kBlocks, 32>>>(cells, kCells);
  cudaDeviceSynchronize();
  cudaFree(cells);
}
