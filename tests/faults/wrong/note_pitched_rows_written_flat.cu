//! A kernel takes the width for the pitch; all it writes lies within the allocation, and the rows are copied with the pitch.
//! expect: note
//! status: 0
//! says: the 8 rows of 400 bytes that are copied begin 512 bytes apart (the pitch)
//! says: only the first 3200 bytes of the 4096-byte allocation
//! says: row y begins at (type*)((char*)rows + y * pitch)
__global__ void number(float* rows, int columns) {
  if (threadIdx.x < columns)
    rows[blockIdx.x * columns + threadIdx.x] = threadIdx.x;
}

int main() {
  const int columns = 100, rows = 8;
  static float host[rows][columns];
  float* d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, columns * sizeof(float), rows);
  number<<<rows, 128>>>(d, columns);
  cudaMemcpy2D(host, columns * sizeof(float), d, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
