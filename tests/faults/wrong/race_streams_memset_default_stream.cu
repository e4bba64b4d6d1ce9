//! cudaMemset does not wait, and a non-blocking stream does not wait for the default stream.
//! expect: race
//! says: cudaMemset wrote it at line 18 of
//! says: the one in stream 1, the other in the default stream
//! says: cudaStreamNonBlocking
//! status: 86
__global__ void count(const int* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[x[i] & 15], 1);  // fault
}

int main() {
  const int n = 1 << 10;
  int *x, *bins, host[n];
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&bins, 16 * sizeof(int));    // allocation
  cudaMemset(bins, 0, 16 * sizeof(int));  // other
  for (int i = 0; i < n; i++)
    host[i] = i * 5;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpyAsync(x, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  count<<<4, 256, 0, stream>>>(x, bins, n);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(x);
  cudaFree(bins);
}
