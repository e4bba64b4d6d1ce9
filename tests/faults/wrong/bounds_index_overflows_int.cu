//! row * pitch does not fit into an int: the index becomes negative.
//! expect: out_of_bounds
//! who: Thread 0 of block 1
//! says: wrote 1 byte
__global__ void mark_row(unsigned char* image, int pitch, int rows_per_block) {
  int row = blockIdx.x * rows_per_block;
  image[row * pitch + threadIdx.x] = 1;  // fault
}

int main() {
  unsigned char* image;
  cudaMalloc(&image, 1 << 20);
  mark_row<<<2, 32>>>(image, 50000, 50000);
  cudaDeviceSynchronize();
  cudaFree(image);
}
