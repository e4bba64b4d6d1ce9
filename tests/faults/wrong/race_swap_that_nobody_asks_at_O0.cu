//! A sum by one swap, of which nobody asks whether it succeeded: a thread that comes too late loses its value.
//! expect: race
//! flags: -O0
//! says: atomic
__global__ void total(const int* in, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int old = *sum;               // fault
  atomicCAS(sum, old, old + in[i]);  // fault
}

int main() {
  int* words;
  cudaMalloc(&words, 129 * sizeof(int));
  cudaMemset(words, 0, 129 * sizeof(int));
  total<<<2, 64>>>(words, 128, words + 128);
  cudaDeviceSynchronize();
  cudaFree(words);
}
