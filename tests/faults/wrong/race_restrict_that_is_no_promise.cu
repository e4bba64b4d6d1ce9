//! Two names for one array, of which one is const and __restrict__: compilers load it as read-only data, in the second sweep, too.
//! expect: race
//! flags: -O2
//! says: take __restrict__ away
//! who: after it wrote it
#include <cstdio>

__global__ void relax(const double *__restrict__ now, double *next, int n, int sweeps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < sweeps; s++)
    if (i < n)
      next[i] = 0.5 * (now[i] + s);  // fault
}

int main() {
  const int n = 300;
  double *x, h[n] = {};
  cudaMalloc(&x, n * sizeof(double));  // allocation
  cudaMemset(x, 0, n * sizeof(double));
  relax<<<3, 128>>>(x, x, n, 4);
  cudaMemcpy(h, x, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(x);
}
