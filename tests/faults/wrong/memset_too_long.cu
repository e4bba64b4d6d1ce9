//! cudaMemset counts bytes.
//! expect: invalid_copy
//! says: cudaMemset
//! says: past the end
int main() {
  const int n = 100;
  unsigned char* flags;
  cudaMalloc(&flags, n);                       // allocation
  cudaMemset(flags, 0, n * sizeof(unsigned));  // fault
  cudaFree(flags);
}
