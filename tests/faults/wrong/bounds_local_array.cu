//! A private array of 8 bins indexed by a value up to 31.
//! expect: out_of_bounds
//! says: local
__global__ void count(const int* values, int* most, int n) {
  int bins[8] = {};
  for (int i = 0; i < n; i++)
    bins[values[i * blockDim.x + threadIdx.x]]++;  // fault
  int best = 0;
  for (int b = 1; b < 8; b++) {
    if (bins[b] > bins[best])
      best = b;
  }
  most[threadIdx.x] = best;
}

int main() {
  const int n = 16, threads = 32;
  int host[n * threads];
  for (int i = 0; i < n * threads; i++)
    host[i] = i % 32;
  int *values, *most;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&most, threads * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<1, threads>>>(values, most, n);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(most);
}
