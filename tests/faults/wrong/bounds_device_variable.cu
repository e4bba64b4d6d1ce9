//! A __device__ table of 16 entries, written by 32 threads.
//! expect: out_of_bounds
//! who: Thread 16 of block 0
//! says: 4 bytes past the end of the 64-byte __device__ variable 'table'
__device__ unsigned table[16];

__global__ void build(unsigned seed) {
  unsigned v = seed + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    v = v & 1 ? 0xedb88320u ^ (v >> 1) : v >> 1;
  table[threadIdx.x] = v;  // fault
}

int main() {
  build<<<1, 32>>>(3);
  return cudaDeviceSynchronize();
}
