//! A plain read asks whether an element is free, while a swap close by takes other threads' elements: they are elements of
//! one array, and what the read finds depends on who was first.
//! expect: race
//! says: atomic
constexpr int kFree = 0, kTaken = 1;

__global__ void pair_up(int* state, int* alone, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && state[i] == kFree) {  // fault
    int other = (i + 37) % n;
    if (atomicCAS(&state[other], kFree, kTaken) != kFree)  // fault
      alone[i] = 1;
  }
}

int main() {
  int* words;
  const int n = 128;
  cudaMalloc(&words, 2 * n * sizeof(int));
  cudaMemset(words, 0, 2 * n * sizeof(int));
  pair_up<<<2, 64>>>(words, words + n, n);
  cudaDeviceSynchronize();
  cudaFree(words);
}
