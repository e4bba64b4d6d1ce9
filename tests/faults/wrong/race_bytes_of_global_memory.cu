//! A filter of bytes in place: the barrier between reading and writing is missing. Each thread reads its own byte last.
//! expect: race
//! says: element 0 of the 64-byte allocation
//! says: thread 1 of block 0 read it
__global__ void blur(unsigned char* pixels) {
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
  if (t > 0) {
    sum = pixels[t - 1];  // other
  }
  sum += pixels[t];
  pixels[t] = static_cast<unsigned char>(sum / 2);  // fault
}

int main() {
  unsigned char* pixels;
  cudaMalloc(&pixels, 64);
  cudaMemset(pixels, 7, 64);
  blur<<<1, 64>>>(pixels);
  cudaDeviceSynchronize();
  cudaFree(pixels);
}
