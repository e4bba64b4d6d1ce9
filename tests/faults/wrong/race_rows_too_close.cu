//! Blocks write rows of 32 that begin 8 apart: two threads have one element.
//! expect: race
//! says: two threads have the same index
__global__ void number(int* out) {
  out[blockIdx.x * 8 + threadIdx.x] = blockIdx.x * 32 + threadIdx.x;  // fault
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * 32 * sizeof(int));
  number<<<4, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
