//! A box filter of bytes writes to the image that other blocks still read.
//! expect: race
//! says: element 15 of the 4096-byte allocation
//! says: thread (15, 0) of block (0, 0) wrote it
constexpr int kWidth = 64;

__global__ void box_filter(unsigned char* image) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int u = min(max(x + dx, 0), kWidth - 1), v = min(max(y + dy, 0), kWidth - 1);
      sum += image[v * kWidth + u];  // fault
    }
  }
  __syncthreads();
  image[y * kWidth + x] = static_cast<unsigned char>(sum / 9);  // other
}

int main() {
  unsigned char* image;
  cudaMalloc(&image, kWidth * kWidth);
  cudaMemset(image, 7, kWidth * kWidth);
  box_filter<<<dim3(kWidth / 16, kWidth / 16), dim3(16, 16)>>>(image);
  cudaDeviceSynchronize();
  cudaFree(image);
}
