//! A histogram with a guard on where it reads: the bin that it counts has none.
//! expect: out_of_bounds
//! says: Guard the access
//! omits: lets it through
__global__ void histogram(const int* values, int n, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[values[i]], 1);  // fault
  }
}

int main() {
  const int n = 100, many = 10;
  int host[n];
  for (int i = 0; i < n; ++i) {
    host[i] = i * 7 % (many + 1);
  }
  int *values, *bins;
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&bins, many * sizeof(int));  // allocation
  cudaMemcpy(values, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, many * sizeof(int));
  histogram<<<1, 128>>>(values, n, bins);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(bins);
}
