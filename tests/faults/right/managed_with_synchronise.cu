// Managed memory and a __managed__ variable; the host reads after it has synchronised.
#include <cstdio>

__managed__ int total = 0;

__global__ void sum(const int* x, int n, int* squares) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&total, x[i]);
    squares[i] = x[i] * x[i];
  }
}

int main() {
  const int n = 100;
  int *x, *squares;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&squares, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    x[i] = i;
  int wrong = 0;
  for (int round = 1; round <= 3; ++round) {
    sum<<<4, 32>>>(x, n, squares);
    cudaDeviceSynchronize();
    wrong += total != round * 4950;
    for (int i = 0; i < n; ++i)
      wrong += squares[i] != i * i;
  }
  cudaFree(x);
  cudaFree(squares);
  return wrong;
}
