//! A stream gives memory back while a kernel of another one, which it does not wait for, may still read it.
//! expect: race
//! says: freed the 4000-byte allocation
//! says: cudaStreamWaitEvent
__global__ void twice(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];  // other
}

int main() {
  const int n = 1000;
  cudaStream_t first, second;
  cudaEvent_t there;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&there);
  int *x, *y;
  cudaMalloc(&y, n * sizeof(int));
  cudaMallocAsync(&x, n * sizeof(int), first);  // allocation
  cudaMemsetAsync(x, 0, n * sizeof(int), first);
  cudaEventRecord(there, first);
  cudaStreamWaitEvent(second, there, 0);
  twice<<<(n + 255) / 256, 256, 0, second>>>(x, y, n);
  cudaFreeAsync(x, first);  // fault
  cudaDeviceSynchronize();
  cudaFree(y);
  cudaEventDestroy(there);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
