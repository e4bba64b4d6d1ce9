//! An array of 32 MB on a stack of 8: the program ends before it has called anything.
//! expect: stack_overflow
//! says: Make a large array static
__global__ void fill(float* values) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  const int n = 1 << 23;
  float host[n];  // fault
  float* values;  // fault
  cudaMalloc(&values, n * sizeof(float));  // fault
  fill<<<n / 256, 256>>>(values);
  cudaMemcpy(host, values, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(values);
  return host[5] != 1;
}
