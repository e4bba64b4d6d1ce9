//! Source and destination are swapped (cudaMemcpy has the destination first).
//! expect: invalid_copy
//! says: destination
#include <stdlib.h>

int main() {
  size_t bytes = 32 * sizeof(double);
  double* host = (double*)calloc(32, sizeof(double));
  double* device;
  cudaMalloc((void**)&device, bytes);
  cudaMemcpy(host, device, bytes, cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
  free(host);
  return 0;
}
