//! The error of the second free is compared, but nobody asks what it means: the program must not look successful, whatever
//! its source does with what the call returned.
//! expect: invalid_free
//! status: 86
int main() {
  float* data;
  cudaMalloc(&data, 64);
  cudaFree(data);
  bool failed = false;
  if (cudaFree(data) != cudaSuccess)  // fault
    failed = true;
  return failed ? 0 : 1;
}
