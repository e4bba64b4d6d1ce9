// Hillis-Steele in one buffer: read, barrier, write, barrier.
__global__ void scan(int* data) {
  __shared__ int x[128];
  const int t = threadIdx.x;
  x[t] = data[t];
  for (int offset = 1; offset < 128; offset <<= 1) {
    __syncthreads();
    int left = 0;
    if (t >= offset)
      left = x[t - offset];
    __syncthreads();
    x[t] += left;
  }
  data[t] = x[t];
}

int main() {
  int h[128], *d;
  for (int i = 0; i < 128; ++i)
    h[i] = 1;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 128; ++i) {
    if (h[i] != i + 1)
      return 1;
  }
  return 0;
}
