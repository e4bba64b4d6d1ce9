//! A program that asks for the error of its second free knows of it, and may succeed.
//! expect: invalid_free
//! status: 0
int main() {
  float* data;
  cudaMalloc(&data, 64);
  cudaFree(data);
  cudaFree(data);  // fault
  return cudaGetLastError() == cudaErrorInvalidValue ? 0 : 1;
}
