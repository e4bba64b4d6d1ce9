//! The divisor of threads without elements is zero: a GPU goes on, and the average of their row is rubbish.
//! expect: note
//! who: Thread 1 of block 0 (and 3 more of its warp)
//! says: divided by zero
//! says: line 11
//! status: 0
#include <cstdio>

__global__ void averages(const int* sums, const int* counts, int* result, int rows) {
  int row = threadIdx.x;
  int average = row < rows ? sums[row] / counts[row] : 0;  // fault
  if (row < rows)
    result[row] = average;
}

int main() {
  int counts[9] = {4, 0, 2, 0, 0, 1, 3, 0, 1}, *sums, *sizes, *result;
  cudaMalloc(&sums, sizeof counts);
  cudaMalloc(&sizes, sizeof counts);
  cudaMalloc(&result, sizeof counts);
  cudaMemset(sums, 0, sizeof counts);
  cudaMemcpy(sizes, counts, sizeof counts, cudaMemcpyHostToDevice);
  averages<<<1, 32>>>(sums, sizes, result, 9);
  cudaMemcpy(counts, result, sizeof counts, cudaMemcpyDeviceToHost);
  cudaFree(sums);
  cudaFree(sizes);
  cudaFree(result);
  printf("%d\n", counts[0]);
}
