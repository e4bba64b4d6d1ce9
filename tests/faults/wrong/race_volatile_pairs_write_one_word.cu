//! Two lanes write different values to one word of shared memory: volatile makes no order of it.
//! expect: race
//! says: 'words'
//! says: thread 0 of block 0 wrote it
__global__ void overwrite(int* out) {
  __shared__ int words[64];
  volatile int* const shared = words;
  const unsigned t = threadIdx.x;
  shared[t] = t;
  shared[t + 32] = t;
  __syncwarp();
#pragma unroll 1
  for (unsigned turn = 1; turn < 5; ++turn) {
    const unsigned lanes = turn < 4 ? 1 : 2;
    shared[(t / lanes + turn * turn) % 64] = t;  // fault
    __syncwarp();
  }
  out[t] = shared[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  overwrite<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
