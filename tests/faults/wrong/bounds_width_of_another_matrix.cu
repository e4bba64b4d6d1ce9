//! Rows of one matrix by the width of another: they begin in the memory that was allocated next.
//! expect: out_of_bounds
//! who: Thread 0 of block 2
//! says: 804 bytes past the end of the 4000-byte allocation
//! says: (as 4-byte elements: index 1200, and the last is 999)
__global__ void first_columns(const int* narrow, int* wide) {
  const int row = blockIdx.x, column = threadIdx.x;
  wide[row * 600 + column] = narrow[row * 600 + column];  // fault
}

int main() {
  int *narrow, *wide;
  cudaMalloc(&narrow, 4 * 250 * sizeof(int));  // allocation
  cudaMalloc(&wide, 4 * 600 * sizeof(int));
  cudaMemset(narrow, 0, 4 * 250 * sizeof(int));
  cudaMemset(wide, 0, 4 * 600 * sizeof(int));
  first_columns<<<4, 250>>>(narrow, wide);
  cudaDeviceSynchronize();
  cudaFree(narrow);
  cudaFree(wide);
}
