//! Memory is not freed: with the leak check on that is a fault.
//! env: WARPSCHOOL_CHECKS=all
//! expect: leak
//! says: 4096
//! says: cudaFree
int main() {
  float *kept, *freed;
  cudaMalloc(&kept, 1024 * sizeof(float));  // fault
  cudaMalloc(&freed, 1024 * sizeof(float));
  cudaFree(freed);
}
