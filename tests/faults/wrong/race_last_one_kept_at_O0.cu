//! Each thread notes whom it follows in its bin, and becomes the last itself: unoptimised code loads the bin's address once a line.
//! flags: -O0
//! expect: race
//! says: or a lock around both lines
__global__ void chain(const int* bin_of, int* last, int* before, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int* bin = &last[bin_of[i]];
    before[i] = *bin;  // fault
    *bin = i;          // fault
  }
}

int main() {
  const int n = 300;
  int bins[n], *device, *last, *before;
  for (int i = 0; i < n; ++i) {
    bins[i] = i % 32;
  }
  cudaMalloc(&device, sizeof bins);
  cudaMalloc(&last, 32 * sizeof(int));  // allocation
  cudaMalloc(&before, sizeof bins);
  cudaMemset(last, 0xff, 32 * sizeof(int));
  cudaMemcpy(device, bins, sizeof bins, cudaMemcpyHostToDevice);
  chain<<<2, 256>>>(device, last, before, n);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(last);
  cudaFree(before);
}
