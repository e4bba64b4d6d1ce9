//! A row is scaled by its owner, then neighbours are read with __ldg behind a barrier: its cache does not see the new values.
//! expect: race
//! says: Read it without __ldg
//! who: Thread 1 of block 0 read element 0
#include <cstdio>

__global__ void scale_and_blur(float *row, float *out, int n) {
  int i = threadIdx.x;
  if (i < n)
    row[i] *= 0.5f;  // other
  __syncthreads();
  if (i > 0 && i < n - 1)
    out[i] = (__ldg(row + i - 1) + __ldg(&row[i]) + __ldg(&row[i + 1])) / 3;  // fault
}

int main() {
  const int n = 200;
  float *row, *out, sum = 0, h[n] = {};
  cudaMalloc(&row, n * sizeof(float));  // allocation
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(row, 0, n * sizeof(float));
  cudaMemset(out, 0, n * sizeof(float));
  scale_and_blur<<<1, 256>>>(row, out, n);
  cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    sum += h[i];
  printf("%g\n", sum);
  cudaFree(row);
  cudaFree(out);
}
