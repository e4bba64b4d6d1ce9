//! Two kernels in two streams; the second reads what the first writes, and no event says so.
//! expect: race
//! says: the kernel 'fill', launched at line
//! says: wrote it at line 11 of
//! says: the one in stream 2, the other in stream 1
//! says: cudaStreamWaitEvent
//! status: 86
__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i * 0.5f;  // other
}

__global__ void twice(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];  // fault
}

int main() {
  const int n = 1000;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));  // allocation
  cudaMalloc(&y, n * sizeof(float));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  fill<<<4, 256, 0, first>>>(x, n);
  twice<<<4, 256, 0, second>>>(x, y, n);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(x);
  cudaFree(y);
}
