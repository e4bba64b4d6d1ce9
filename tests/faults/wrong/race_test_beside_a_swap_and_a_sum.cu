//! The swaps of the array could not change what the plain read asks for, but an atomicAdd to the array can.
//! expect: race
//! says: atomic
__global__ void step(int* state, int* ready, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && state[i] == 2)  // fault
    ready[i] = 1;
  atomicCAS(&state[(i + 1) % n], 0, 1);  // fault
  atomicAdd(&state[(i + 37) % n], 1);  // fault
}

int main() {
  int* words;
  const int n = 128;
  cudaMalloc(&words, 2 * n * sizeof(int));
  cudaMemset(words, 0, 2 * n * sizeof(int));
  step<<<2, 64>>>(words, words + n, n);
  cudaDeviceSynchronize();
  cudaFree(words);
}
