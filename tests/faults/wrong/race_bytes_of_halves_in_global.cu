//! Threads write halves, others read single bytes of them too early.
//! expect: race
//! says: element 3 of the 128-byte allocation
//! says: thread 2 of block 0 wrote it
__global__ void split(unsigned short* halves, unsigned char* low) {
  const unsigned t = threadIdx.x;
  halves[t ^ 3] = static_cast<unsigned short>(halves[t ^ 3] * 3);  // other
  low[t] = reinterpret_cast<const unsigned char*>(halves)[2 * t + 3 - 2 * (t % 2) * 2];  // fault
}

int main() {
  unsigned short* halves;
  unsigned char* low;
  cudaMalloc(&halves, 128);
  cudaMalloc(&low, 64);
  cudaMemset(halves, 0, 128);
  split<<<1, 64>>>(halves, low);
  cudaDeviceSynchronize();
  cudaFree(halves);
  cudaFree(low);
}
