//! Quarters of the warp meet pairwise, 0 with 1 and 2 with 3; then 0 reads what 2 wrote.
//! expect: race
//! who: Thread 0 of block 0
//! says: element 16 of 'words'
__global__ void pairs(int* out) {
  __shared__ int words[32];
  const unsigned t = threadIdx.x;
  words[t] = t;  // other
  __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
  out[t] = words[t ^ 8];
  out[t] += words[t ^ 16];  // fault
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  pairs<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
