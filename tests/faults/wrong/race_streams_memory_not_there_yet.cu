//! A stream takes memory, and a kernel of another one, which does not wait for it, uses it.
//! expect: race
//! says: cudaMallocAsync allocated it
//! says: cudaStreamWaitEvent
__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;  // fault
}

int main() {
  const int n = 1000;
  cudaStream_t memory, work;
  cudaStreamCreate(&memory);
  cudaStreamCreate(&work);
  int* x;
  cudaMallocAsync(&x, n * sizeof(int), memory);  // other
  fill<<<(n + 255) / 256, 256, 0, work>>>(x, n);
  cudaStreamSynchronize(work);
  cudaFreeAsync(x, work);
  cudaStreamDestroy(memory);
  cudaStreamDestroy(work);
}
