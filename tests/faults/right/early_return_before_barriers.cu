// Whole blocks and the idle threads of the last one return before the barriers of the rest.
__global__ void pairs(const int* in, int* out, int n) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x * blockDim.x >= n)
    return;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n)
    out[i] = s[threadIdx.x ^ 1];
}

int main() {
  int h[100], r[100], *in, *out;
  for (int i = 0; i < 100; ++i)
    h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  pairs<<<8, 64>>>(in, out, 100);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 100; ++i) {
    if (r[i] != (i ^ 1))
      return 1;
  }
  return 0;
}
