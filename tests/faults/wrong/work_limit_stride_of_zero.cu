//! The stride is halved to 0, and the loop goes on.
//! env: WARPSCHOOL_WORK_LIMIT=1000000
//! expect: work_limit
//! says: step
__global__ void visit(int* cells, int n, int stride) {
  for (int i = threadIdx.x; i < n; i += stride) {  // fault
    atomicAdd(&cells[i], 1);                       // fault
    stride /= 2;                                   // fault
  }                                                // fault
}

int main() {
  int* cells;
  cudaMalloc(&cells, 256 * sizeof(int));
  cudaMemset(cells, 0, 256 * sizeof(int));
  visit<<<1, 32>>>(cells, 256, 64);
  cudaDeviceSynchronize();
  cudaFree(cells);
}
