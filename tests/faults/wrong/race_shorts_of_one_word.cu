//! The same with two bytes each in global memory, between blocks: the lower half of each word is read.
//! expect: race
//! says: Blocks run in any order
#include <vector>

__global__ void neighbour(short* values, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = i;  // other
  if (blockIdx.x > 0 && i % 2 == 0)
    out[i] = values[i - 128];  // fault
}

int main() {
  short* values;
  int* out;
  cudaMalloc(&values, 1024 * sizeof(short));
  cudaMalloc(&out, 1024 * sizeof(int));
  neighbour<<<8, 128>>>(values, out);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(out);
}
