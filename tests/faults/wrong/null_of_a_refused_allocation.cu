//! Nobody looks at what cudaMalloc gave back until the kernel has failed.
//! expect: out_of_bounds
//! says: null pointer
//! says: no room for
#include <cstdio>

__global__ void fill(char* p) {
  p[threadIdx.x] = 1;  // fault
}

int main() {
  char* p;
  cudaError_t error = cudaMalloc(&p, 1ull << 50);
  fill<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
}
