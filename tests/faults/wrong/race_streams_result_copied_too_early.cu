//! The result is copied back in a stream that does not wait for the kernel which computes it.
//! expect: race
//! says: read the 4096-byte allocation
//! says: the kernel 'square', launched at line
//! says: wrote it at line 12 of
//! says: the one in stream 2, the other in stream 1
//! says: cudaEventRecord
//! status: 86
__global__ void square(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] * x[i] + i;  // other
}

int main() {
  const int n = 1 << 10;
  float *host, *x;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));  // allocation
  cudaMemset(x, 0, n * sizeof(float));
  cudaStream_t kernels, copies;
  cudaStreamCreate(&kernels);
  cudaStreamCreate(&copies);
  square<<<4, 256, 0, kernels>>>(x, n);
  cudaMemcpyAsync(host, x, n * sizeof(float), cudaMemcpyDeviceToHost, copies);  // fault
  cudaStreamSynchronize(copies);
  cudaStreamSynchronize(kernels);
  cudaStreamDestroy(kernels);
  cudaStreamDestroy(copies);
  cudaFreeHost(host);
  cudaFree(x);
}
