// Device printf comes out when the host synchronises, block by block.
#include <cstdio>

__global__ void hello(int answer) {
  printf("hello from block %d thread %u: %d %.2f %s\n", blockIdx.x, threadIdx.x, answer, 1.5 * threadIdx.x, "ok");
}

int main() {
  hello<<<2, 3>>>(42);
  std::printf("launched\n");
  cudaDeviceSynchronize();
  std::printf("done\n");
}
