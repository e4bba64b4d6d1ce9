//! Two lanes read a word, another one in each turn, in the same pattern; in the last turn one of them
//! writes it before both have met.
//! expect: race
//! says: 'words'
//! says: another thread of its warp read it
__global__ void sum_of_pairs(int* out) {
  __shared__ int words[64];
  const unsigned t = threadIdx.x;
  words[t] = t;
  words[t + 32] = t + 32;
  __syncwarp();
  int sum = 0;
#pragma unroll 1
  for (unsigned turn = 0; turn < 25; ++turn) {
    const unsigned word = t / 2 + turn * 2 % 48;
    sum += words[word];  // other
    if (turn < 24) {
      __syncwarp();
    }
    if (t % 2 == 1) {
      words[word] = sum;  // fault
    }
    __syncwarp();
  }
  out[t] = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sum_of_pairs<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
