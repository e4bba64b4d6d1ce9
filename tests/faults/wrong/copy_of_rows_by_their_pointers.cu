//! A float** is copied as if the rows lay where their pointers are.
//! expect: invalid_copy
//! says: It holds pointers
//! says: copy each row by itself
#include <cstdlib>

int main() {
  const int rows = 8, columns = 16;
  float** matrix = (float**)malloc(rows * sizeof(float*));
  for (int row = 0; row < rows; ++row)
    matrix[row] = (float*)calloc(columns, sizeof(float));
  float* device;
  cudaMalloc(&device, rows * columns * sizeof(float));
  cudaMemcpy(device, matrix, rows * columns * sizeof(float), cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
}
