//! The sum is added to, but never set to zero.
//! expect: uninitialised_read
//! says: cudaMemset
__global__ void sum(const int* in, int n, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, in[i]);  // fault
}

int main() {
  int host[100];
  for (int i = 0; i < 100; i++)
    host[i] = i;
  int *in, *total;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&total, sizeof(int));  // allocation
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<4, 32>>>(in, 100, total);
  cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(total);
}
