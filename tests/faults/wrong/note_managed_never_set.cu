// The host forgets to fill one of two managed arrays: it is zero, and the sums look like copies.
//! expect: note
//! says: neither the host nor a kernel has written
//! status: 0
#include <cstdio>

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

int main() {
  const int n = 5000;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    a[i] = i;
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
  std::printf("%g\n", c[10]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
