//! The doubling stride of a global reduction, all steps in one launch.
//! expect: race
//! says: kernels
__global__ void reduce(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 1; s < n; s *= 2) {
    if (i % (2 * s) == 0 && i + s < n)
      x[i] += x[i + s];  // fault
    __syncthreads();
  }
}

int main() {
  const int n = 128;
  float host[n];
  for (int i = 0; i < n; ++i)
    host[i] = 1.0f + i;
  float* x;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  reduce<<<4, 32>>>(x, n);
  cudaMemcpy(host, x, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
}
