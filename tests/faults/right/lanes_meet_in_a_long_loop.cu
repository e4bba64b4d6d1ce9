//! A lane takes steps of its own in a long loop: the watch for endless loops looks then, too.
//! flags: -O0
//! prints: 300000 150000
#include <cstdio>

__global__ void count(int turns, int* out) {
  int all = 0, odd = 0;
  for (int turn = 0; turn < turns; ++turn) {
    if (threadIdx.x == 0) {
      ++all;
    }
    if (threadIdx.x == turn % 2) {
      ++odd;
    }
  }
  if (threadIdx.x == 0) {
    out[0] = all;
    out[1] = odd;
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  count<<<1, 32>>>(300000, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
