//! Constants that are zero from the beginning, set in part or by their address, or read back unset.
//! prints: 0 7 9 0 0
#include <cstdio>

__constant__ int zero = 0;
__constant__ int origin[2] = {};
__constant__ int some[4];
__constant__ int by_address;
__constant__ int never_read_by_kernels[2];

__global__ void read(int* out, bool with_unset) {
  out[0] = zero + origin[threadIdx.x];
  out[1] = some[1];
  out[2] = by_address;
  out[3] = some[0];
  if (with_unset)
    out[4] = never_read_by_kernels[1];
}

int main() {
  int *out, h[5], seven = 7, nine = 9, back[2];
  void* address;
  cudaMalloc(&out, sizeof h);
  cudaMemset(out, 0, sizeof h);
  cudaMemcpyToSymbol(some, &seven, sizeof seven, sizeof seven);
  cudaGetSymbolAddress(&address, by_address);
  cudaMemcpy(address, &nine, sizeof nine, cudaMemcpyHostToDevice);
  read<<<1, 1>>>(out, false);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(back, never_read_by_kernels, sizeof back);
  std::printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], back[0]);
  cudaFree(out);
}
