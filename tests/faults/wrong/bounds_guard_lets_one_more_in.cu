//! The guard says <= where it must say <.
//! expect: out_of_bounds
//! who: Thread 100 of block 0
//! says: wrote 4 bytes
//! says: 4 bytes past the end of the 400-byte allocation
//! says: The access is let through by 'if (i <= n)' at line 23:
//! says: which has room for 100 elements of 4 bytes
//! omits: put the access inside
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                     \
  do {                                                                  \
    cudaError_t e = (call);                                             \
    if (e != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(EXIT_FAILURE);                                               \
    }                                                                   \
  } while (0)

__global__ void fill(int* out, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    out[i] = value;  // fault
  }
}

int main() {
  const int n = 100;
  int* d = NULL;
  CHECK(cudaMalloc((void**)&d, n * sizeof(int)));  // allocation
  fill<<<1, 128>>>(d, n, 7);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(d));
  return 0;
}
