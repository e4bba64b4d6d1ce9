//! Two streams read one input, and one of them puts the next one there: the other may still read.
//! expect: race
//! says: the kernel 'scale', launched at line 26, read it at line 9 of
//! says: the one in stream 1, the other in stream 2
//! status: 86
__global__ void scale(float *out, const float *in, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = by * in[i];  // other
}

int main() {
  const int n = 4096;
  float *next, *in, *doubled, *halved;
  cudaMallocHost(&next, n * sizeof(float));
  cudaMalloc(&in, n * sizeof(float));  // allocation
  cudaMalloc(&doubled, n * sizeof(float));
  cudaMalloc(&halved, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  for (int i = 0; i < n; i++)
    next[i] = i;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  scale<<<n / 256, 256, 0, one>>>(doubled, in, 2.0f, n);
  scale<<<n / 256, 256, 0, two>>>(halved, in, 0.5f, n);
  cudaMemcpyAsync(in, next, n * sizeof(float), cudaMemcpyHostToDevice, one);  // fault
  cudaDeviceSynchronize();
  cudaFreeHost(next);
  cudaFree(in);
  cudaFree(doubled);
  cudaFree(halved);
  return 0;
}
