//! Two streams add to one total; one of them clears it before the other is done.
//! expect: race
//! says: the kernel 'add_up', launched at line 22, atomically updated it at line 8 of
//! status: 86
__global__ void add_up(int *total, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, in[i]);  // other
}

int main() {
  const int n = 1024;
  int *in, *total;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));  // allocation
  cudaMemset(in, 0, n * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaDeviceSynchronize();
  add_up<<<n / 256, 256, 0, one>>>(total, in, n);
  add_up<<<n / 256, 256, 0, two>>>(total, in, n);
  cudaMemsetAsync(total, 0, sizeof(int), two);  // fault
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(total);
  return 0;
}
