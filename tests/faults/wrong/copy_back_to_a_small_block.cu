//! Pinned memory of n bytes where n * sizeof(float) bytes are meant: the copy back would go past its end.
//! expect: invalid_copy
//! says: the destination has 256 bytes from that address on
//! says: but 1024 are to be copied
//! says: Count bytes, not elements
__global__ void fill(float* out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = threadIdx.x;
}

int main() {
  const int n = 256;
  float *d, *h;
  cudaMalloc(&d, n * sizeof(float));
  cudaMallocHost(&h, n);  // allocation
  fill<<<1, n>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);  // fault
  cudaFree(d);
  cudaFreeHost(h);
}
