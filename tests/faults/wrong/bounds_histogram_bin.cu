//! 64 bins for bytes up to 255: the atomic goes past the end.
//! expect: out_of_bounds
//! says: the 256-byte allocation
__global__ void histogram(const unsigned char* bytes, int n, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[bytes[i]], 1u);  // fault
}

int main() {
  const int n = 300;
  unsigned char host[n];
  for (int i = 0; i < n; ++i)
    host[i] = (unsigned char)(i / 2);
  unsigned char* bytes;
  unsigned* bins;
  cudaMalloc(&bytes, n);
  cudaMalloc(&bins, 64 * sizeof(unsigned));  // allocation
  cudaMemset(bins, 0, 64 * sizeof(unsigned));
  cudaMemcpy(bytes, host, n, cudaMemcpyHostToDevice);
  histogram<<<3, 128>>>(bytes, n, bins);
  cudaDeviceSynchronize();
  cudaFree(bytes);
  cudaFree(bins);
}
