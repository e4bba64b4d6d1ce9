//! memcpy in a kernel reads past the end of the array that it copies from.
//! expect: out_of_bounds
//! says: past the end of the 4960-byte allocation
#include <cstring>

struct Record {
  int values[40];
};

__global__ void copy(Record* to, const Record* from) {
  memcpy(to + threadIdx.x, from + threadIdx.x, sizeof(Record));  // fault
}

int main() {
  Record *to, *from;
  cudaMalloc(&from, 31 * sizeof(Record));  // allocation
  cudaMalloc(&to, 32 * sizeof(Record));
  cudaMemset(from, 0, 31 * sizeof(Record));
  copy<<<1, 32>>>(to, from);
  cudaDeviceSynchronize();
  cudaFree(to);
  cudaFree(from);
}
