//! A kernel of rows and columns is launched with a line of threads: its row is always 0.
//! expect: note
//! status: 0
//! says: threadIdx.y and blockIdx.y are always 0
//! says: dim3(columns, rows)
__global__ void fill(float* out, int columns, int rows) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns)
    out[row * columns + column] = row + column;
}

int main() {
  const int columns = 40, rows = 30;
  static float h[rows * columns];
  float* out;
  cudaMalloc(&out, sizeof h);  // allocation
  fill<<<(rows * columns + 255) / 256, 256>>>(out, columns, rows);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);  // fault
  cudaFree(out);
}
