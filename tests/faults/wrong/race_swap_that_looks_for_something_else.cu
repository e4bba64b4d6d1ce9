//! A counter is read plainly, and put back to zero by a swap of the same word. The swap looks for the limit, not for what
//! was read, so it says nothing of the read.
//! expect: race
//! says: atomic
__global__ void enter(int* count, int* order) {
  int before = *count;              // fault
  if (atomicCAS(count, 100, 0) == 100)  // fault
    order[128] = 1;
  order[blockIdx.x * blockDim.x + threadIdx.x] = before;
  atomicAdd(count, 1);  // fault
}

int main() {
  int* words;
  cudaMalloc(&words, 130 * sizeof(int));
  cudaMemset(words, 0, 130 * sizeof(int));
  enter<<<2, 64>>>(words, words + 1);
  cudaDeviceSynchronize();
  cudaFree(words);
}
