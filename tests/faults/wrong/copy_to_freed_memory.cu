//! The result is copied after the memory was freed.
//! expect: use_after_free
//! says: freed
int main() {
  int host[16];
  int* device;
  cudaMalloc(&device, sizeof host);  // allocation
  cudaMemset(device, 0, sizeof host);
  cudaFree(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);  // fault
}
