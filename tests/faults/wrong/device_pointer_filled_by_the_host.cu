//! A loop on the host fills device memory.
//! expect: host_access
//! says: cudaMemcpy
int main() {
  const int n = 1 << 16;
  float* x;
  cudaMalloc(&x, n * sizeof(float));  // allocation
  for (int i = 0; i < n; i++) {
    x[i] = 1.0f;  // fault
  }
  cudaFree(x);
}
