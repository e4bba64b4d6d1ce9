//! Every thread of every block adds to one number without an atomic.
//! expect: race
//! says: atomicAdd
//! says: the 4-byte allocation
__global__ void sum(const float* x, float* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *total += x[i];  // fault
}

int main() {
  const int n = 256;
  float host[n];
  for (int i = 0; i < n; i++)
    host[i] = 1.0f + i;
  float *x, *total;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&total, sizeof(float));  // allocation
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, sizeof(float));
  sum<<<4, 64>>>(x, total, n);
  cudaMemcpy(host, total, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(total);
}
