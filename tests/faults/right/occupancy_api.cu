// Asks for a block size and uses it.
__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

int main() {
  const int n = 3000;
  int least = 0, block = 0, resident = 0;
  cudaOccupancyMaxPotentialBlockSize(&least, &block, twice, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, twice, block, 0);
  if (block < 32 || block > 1024 || resident < 1 || least < 1)
    return 1;
  int* x;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<(n + block - 1) / block, block>>>(x, n);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  return host[n - 1] == 2 * (n - 1) ? 0 : 2;
}
