// Persistent blocks take work from a counter until none is left.
__device__ int next_item;

__global__ void process(const int* in, int* out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(&next_item, 32);
    __syncthreads();
    const int begin = item;
    __syncthreads();
    if (begin >= n)
      return;
    int i = begin + threadIdx.x;
    if (i < n)
      out[i] = in[i] + 7;
  }
}

int main() {
  int h[333], *in, *out;
  for (int i = 0; i < 333; ++i)
    h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  process<<<3, 32>>>(in, out, 333);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 333; ++i) {
    if (h[i] != i + 7)
      return 1;
  }
  return 0;
}
