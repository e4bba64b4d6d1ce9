//! Two lanes write different values to one word, another one in each turn.
//! expect: race
//! says: 'words'
__global__ void overwrite(int* out) {
  __shared__ int words[64];
  const unsigned t = threadIdx.x;
  words[t] = t;
  words[t + 32] = t + 32;
  __syncwarp();
#pragma unroll 1
  for (unsigned turn = 1; turn < 5; ++turn) {
    const unsigned lanes = turn < 4 ? 1 : 2;
    words[(t / lanes + turn * turn) % 64] = t;  // fault
    __syncwarp();
  }
  out[t] = words[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  overwrite<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
