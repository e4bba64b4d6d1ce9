//! The host may use elements that no kernel touches; the one that it reads then was written by the first of two.
//! expect: unsynchronised_access
//! says: the kernel launched at line 16
#include <cstdio>

__global__ void put(int* place, int value) {
  *place = value;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 8 * sizeof(int));  // allocation
  for (int i = 0; i < 8; ++i)
    a[i] = i;
  cudaDeviceSynchronize();
  put<<<1, 1>>>(a + 2, 20);
  put<<<1, 1>>>(a + 3, 30);
  a[4] += a[5];
  printf("%d %d\n", a[4], a[2]);  // fault
  cudaFree(a);
}
