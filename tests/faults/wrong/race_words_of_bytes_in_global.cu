//! Threads write bytes, others read four of them at once: the barrier between is missing.
//! expect: race
//! says: thread 1 of block 0 wrote it
__global__ void pack(unsigned char* bytes, unsigned* words) {
  const unsigned t = threadIdx.x;
  const unsigned char low = bytes[(t + 1) % 64] & 15;
  __syncthreads();
  bytes[t ^ 1] = low;  // other
  if (t < 16) {
    words[t] = reinterpret_cast<const unsigned*>(bytes)[t];  // fault
  }
}

int main() {
  unsigned char* bytes;
  unsigned* words;
  cudaMalloc(&bytes, 64);
  cudaMalloc(&words, 64);
  cudaMemset(bytes, 0x37, 64);
  pack<<<1, 64>>>(bytes, words);
  cudaDeviceSynchronize();
  cudaFree(bytes);
  cudaFree(words);
}
