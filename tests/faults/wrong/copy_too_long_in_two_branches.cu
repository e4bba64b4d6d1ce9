//! Two branches copy, so that an optimiser would make one call of them, with a choice of arguments.
//! expect: invalid_copy
//! says: cudaMemcpy
//! says: the source has 128 bytes
int main(int count, char**) {
  int *a, *b, host[64];
  cudaMalloc(&a, 32 * sizeof(int));  // allocation
  cudaMalloc(&b, sizeof host);
  if (count == 1) {
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);  // fault
  } else {
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  }
  cudaFree(a);
  cudaFree(b);
}
