//! Pinned host memory is not freed.
//! env: WARPSCHOOL_CHECKS=all
//! expect: leak
//! says: cudaFreeHost
int main() {
  float* staging;
  cudaMallocHost((void**)&staging, 1000 * sizeof(float));  // fault
  staging[0] = 1.0f;
}
