//! The input is copied in one stream, the kernel runs in another and does not wait for the copy.
//! expect: race
//! who: Thread 0 of block 0
//! says: read element 0
//! says: cudaMemcpyAsync wrote it at line 27 of
//! says: the one in stream 2, the other in stream 1
//! status: 86
__global__ void square(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * x[i];  // fault
}

int main() {
  const int n = 1 << 12;
  float *host, *x, *y;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));  // allocation
  cudaMalloc(&y, n * sizeof(float));
  for (int i = 0; i < n; i++)
    host[i] = i % 7;
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  // The brackets of the launch say "kernels", and that alone orders nothing.
  const size_t bytes = n * sizeof(float);
  cudaMemcpyAsync(x, host, bytes, cudaMemcpyHostToDevice, copies);  // other
  square<<<n / 256, 256, 0, kernels>>>(x, y, n);
  cudaDeviceSynchronize();
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFreeHost(host);
  cudaFree(x);
  cudaFree(y);
}
