//! The pointer in device memory is to hold an address, and not what lies there.
//! expect: invalid_copy
//! says: cudaMemcpyToSymbol(variable, &pointer, sizeof(pointer))
__constant__ float* table;

__global__ void fill() {
  table[threadIdx.x] = threadIdx.x;
}

int main() {
  float* values;
  cudaMalloc(&values, 32 * sizeof(float));
  cudaMemcpyToSymbol(table, values, sizeof(float*));  // fault
  fill<<<1, 32>>>();
  cudaDeviceSynchronize();
  cudaFree(values);
}
