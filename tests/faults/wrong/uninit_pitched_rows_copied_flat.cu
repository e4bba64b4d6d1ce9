//! An image goes into pitched memory in one piece: the rows end up in the wrong places, the last ones empty.
//! expect: uninitialised_read
//! says: rows are 512 bytes apart: cudaMemcpy2D
__global__ void brighten(const unsigned char* image, size_t pitch, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = image[y * pitch + x] + 10;  // fault
  }
}

int main() {
  const int width = 100, height = 60;
  static unsigned char host[width * height];
  unsigned char *image, *out;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width, height);  // allocation
  cudaMalloc(&out, width * height);
  cudaMemcpy(image, host, width * height, cudaMemcpyHostToDevice);
  brighten<<<dim3(4, 8), dim3(32, 8)>>>(image, pitch, out, width, height);
  cudaDeviceSynchronize();
  cudaFree(image);
  cudaFree(out);
}
