//! A sum in a register is never set to zero: simcc warns of it, and optimised code adds to a register that nobody has written.
//! flags: -w
//! expect: uninitialised_read
//! who: Thread 0 of block 0 (and 31 more of its warp)
//! says: that was never set
__global__ void row_sums(const float* matrix, float* sums, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum;
    for (int column = 0; column < columns; ++column)
      sum += matrix[row * columns + column];
    sums[row] = sum;  // fault
  }
}

int main() {
  const int rows = 40, columns = 30;
  float *matrix, *sums;
  cudaMalloc(&matrix, rows * columns * sizeof(float));
  cudaMalloc(&sums, rows * sizeof(float));
  cudaMemset(matrix, 0, rows * columns * sizeof(float));
  row_sums<<<2, 32>>>(matrix, sums, rows, columns);
  cudaDeviceSynchronize();
  cudaFree(matrix);
  cudaFree(sums);
}
