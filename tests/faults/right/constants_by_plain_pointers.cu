//! A pointer leads to constant or to global memory, as the block has it: what was set in part, and what is zero
//! from the beginning, is read through it.
//! prints: 0 5 0 7
#include <cstdio>

__constant__ int some[4];
__constant__ int zeros[4] = {};

__device__ __noinline__ int element(const int* from, int i) {
  return from[i];
}

__global__ void read(const int* in, int* out, int which) {
  const int* from = which == 0 ? zeros : which == 1 ? some : in;
  out[2 * which] = element(from, 0);
  out[2 * which + 1] = element(from, 1);
}

int main() {
  int *in, *out, five = 5, h[6] = {0, 7};
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(some, &five, sizeof five, sizeof five);
  for (int which = 0; which < 3; ++which)
    read<<<1, 1>>>(in, out, which);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", h[1], h[3], h[4], h[5]);
  cudaFree(in);
  cudaFree(out);
}
