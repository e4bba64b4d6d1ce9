//! The kernel gets the pointer from malloc, not the one from cudaMalloc.
//! expect: host_pointer
//! who: Thread 0 of block 0
//! says: host memory
//! says: cudaMemcpy
#include <cstdlib>

__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];  // fault
}

int main() {
  const int n = 100;
  int* h_a = (int*)calloc(n, sizeof(int));
  int* h_b = (int*)calloc(n, sizeof(int));
  int *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_b, n * sizeof(int));
  cudaMalloc(&d_c, n * sizeof(int));
  cudaMemcpy(d_a, h_a, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<1, 128>>>(d_a, h_b, d_c, n);
  cudaDeviceSynchronize();
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
}
