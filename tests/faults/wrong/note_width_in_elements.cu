//! Rows of which the width counts elements; the pitches are right.
//! expect: note
//! status: 0
//! says: :21: cudaMemcpy2D: columns counts elements, but the width is meant in bytes: only 20 bytes of each row are copied
//! says: :22: cudaMemset2D: columns counts elements
#include <cstdio>

__global__ void number(float* rows, size_t pitch, int columns) {
  float* row = (float*)((char*)rows + blockIdx.x * pitch);
  if (threadIdx.x < columns)
    row[threadIdx.x] = threadIdx.x;
}

int main() {
  const int columns = 20, rows = 10;
  static float host[rows][columns];
  float* d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, columns * sizeof(float), rows);
  number<<<rows, 32>>>(d, pitch, columns);
  cudaMemcpy2D(host, columns * sizeof(float), d, pitch, columns, rows, cudaMemcpyDeviceToHost);
  cudaMemset2D(d, pitch, 0, columns, rows);
  cudaFree(d);
}
