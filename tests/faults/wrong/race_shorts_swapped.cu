//! Neighbours swap two halves of one word: each reads the other's before it writes its own, and they have not met.
//! expect: race
//! says: element 0 of 'half_words'
//! says: thread 1 of block 0 read it
__global__ void swap_neighbours(short* out) {
  __shared__ short half_words[32];
  const unsigned t = threadIdx.x;
  half_words[t] = static_cast<short>(t);
  __syncwarp();
  const short other = half_words[t ^ 1];  // other
  half_words[t] = other;                  // fault
  __syncwarp();
  out[t] = half_words[t];
}

int main() {
  short* out;
  cudaMalloc(&out, 32 * sizeof(short));
  swap_neighbours<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
