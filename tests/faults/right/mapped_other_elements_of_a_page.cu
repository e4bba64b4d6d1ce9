// A pinned array shorter than a page: a kernel works on its first half while the host works on the other, and reads
// what the kernel only reads.
//! prints: 0 1 2 3 4 500 600 700 800 900, 7
#include <cstdio>

__global__ void number(int* a, int half, int* factor) {
  const int i = threadIdx.x;
  if (i < half) a[i] = i * a[half - 1 + half] / a[half - 1 + half] * factor[0];
  if (i == 0) factor[3] = 7;
}

int main() {
  const int n = 10;
  int *a, *factor;
  cudaHostAlloc(&a, n * sizeof(int), 0);
  cudaHostAlloc(&factor, 4 * sizeof(int), 0);
  for (int i = 0; i < n; i++) a[i] = i + 1;
  for (int i = 0; i < 4; i++) factor[i] = 1;
  number<<<1, 32>>>(a, n / 2, factor);
  const int last = a[n - 1] * 90;
  for (int i = n / 2; i < n - 1; i++) a[i] = 100 * i * *factor;
  cudaDeviceSynchronize();
  a[n - 1] = last;
  for (int i = 0; i < n; i++) std::printf("%d%s", a[i], i + 1 < n ? " " : ", ");
  std::printf("%d\n", factor[3]);
  cudaFreeHost(a);
  cudaFreeHost(factor);
}
