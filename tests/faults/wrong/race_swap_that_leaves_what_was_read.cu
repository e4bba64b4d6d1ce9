//! What was read plainly is what the swap leaves, not what it looks for.
//! expect: race
//! says: atomic
__global__ void keep(unsigned* word, unsigned* results) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned seen = *word;                   // fault
  results[i] = atomicCAS(word, i, seen + i + 1);  // fault
}

int main() {
  unsigned* words;
  cudaMalloc(&words, 129 * sizeof(unsigned));
  cudaMemset(words, 0, 129 * sizeof(unsigned));
  keep<<<2, 64>>>(words + 128, words);
  cudaDeviceSynchronize();
  cudaFree(words);
}
