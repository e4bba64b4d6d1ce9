//! Two streams fill neighbouring parts of a text, which meet in one byte.
//! expect: race
//! says: element 101 of the 1000-byte allocation
//! says: the one in stream 2, the other in stream 1
#include <cuda_runtime.h>

__global__ void fill(char* text, int begin, int count, char with) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    text[begin + i] = with;  // fault
  }
}

int main() {
  char* text;
  cudaMalloc(&text, 1000);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  fill<<<1, 128, 0, a>>>(text, 0, 102, 'a');
  fill<<<1, 128, 0, b>>>(text, 101, 100, 'b');
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(text);
}
