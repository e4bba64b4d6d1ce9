//! A maximum by "if (x > best) best = x".
//! expect: race
//! says: atomicMax
__global__ void maximum(const int* x, int n, int* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *best)
    *best = x[i];  // fault
}

int main() {
  int host[100];
  for (int i = 0; i < 100; ++i)
    host[i] = (i * 37) % 101;
  int *x, *best;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&best, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(best, 0, sizeof(int));
  maximum<<<1, 128>>>(x, 100, best);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(best);
}
