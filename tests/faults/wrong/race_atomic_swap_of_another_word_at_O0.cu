//! A plain read races with an atomicAdd. The atomicCAS close by is on another word, also in unoptimised code.
//! expect: race
//! says: atomic
//! flags: -O0
__global__ void enter(int* owner, int* arrived, int* order) {
  int before = *arrived;  // fault
  atomicCAS(owner, -1, int(blockIdx.x));
  atomicAdd(arrived, 1);  // fault
  order[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

int main() {
  int* words;
  cudaMalloc(&words, 130 * sizeof(int));
  cudaMemset(words, 0, 130 * sizeof(int));
  enter<<<2, 64>>>(words, words + 1, words + 2);
  cudaDeviceSynchronize();
  cudaFree(words);
}
