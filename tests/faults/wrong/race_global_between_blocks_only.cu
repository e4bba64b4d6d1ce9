//! A stencil in place with a barrier: right in a block, wrong at the borders of blocks.
//! expect: race
//! says: Blocks run in any order
__global__ void shift(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int next = i + 1 < n ? a[i + 1] : 0;  // fault
  __syncthreads();
  a[i] = next;  // fault
}

int main() {
  const int n = 128;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int* a;
  cudaMalloc(&a, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  shift<<<n / 32, 32>>>(a, n);
  cudaDeviceSynchronize();
  cudaFree(a);
}
