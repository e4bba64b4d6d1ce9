//! cudaFree for what malloc gave.
//! expect: invalid_free
//! says: cudaFree
//! says: host
#include <cstdlib>

int main() {
  float* x = (float*)malloc(100 * sizeof(float));
  cudaError_t error = cudaFree(x);  // fault
  free(x);
  return error != cudaSuccess;
}
