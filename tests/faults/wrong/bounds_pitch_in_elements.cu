//! The pitch counts bytes, but is added to a pointer to float.
//! expect: out_of_bounds
//! says: rows of 512 bytes
//! says: (char*)pointer + r * pitch
//! says: not elements
__global__ void scale(float* image, size_t pitch, int columns, int rows, float factor) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    image[row * pitch + column] *= factor;  // fault
  }
}

int main() {
  const int columns = 100, rows = 50;
  static float host[rows][columns];
  float* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, columns * sizeof(float), rows);  // allocation
  cudaMemcpy2D(image, pitch, host, sizeof host[0], sizeof host[0], rows, cudaMemcpyHostToDevice);
  dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  scale<<<grid, block>>>(image, pitch, columns, rows, 2.0f);
  cudaMemcpy2D(host, sizeof host[0], image, pitch, sizeof host[0], rows, cudaMemcpyDeviceToHost);
  cudaFree(image);
}
