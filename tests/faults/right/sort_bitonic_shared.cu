// A bitonic sort of one block in shared memory: in each step the owner of a pair exchanges it.
__global__ void sort(int* data) {
  __shared__ int s[256];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        if ((s[t] > s[other]) == up) {
          int v = s[t];
          s[t] = s[other];
          s[other] = v;
        }
      }
      __syncthreads();
    }
  }
  data[t] = s[t];
}

int main() {
  int h[256], *d;
  for (int i = 0; i < 256; ++i)
    h[i] = i * 167 % 256;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sort<<<1, 256>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 256; ++i) {
    if (h[i] != i)
      return 1;
  }
  return 0;
}
