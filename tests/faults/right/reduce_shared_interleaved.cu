// The same with interleaved addressing and a block that is no power of two.
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int cell[96];
  int t = threadIdx.x;
  int own = 0;
  for (int i = blockIdx.x * 96 + t; i < n; i += gridDim.x * 96)
    own += in[i];
  cell[t] = own;
  for (int s = 1; s < 96; s *= 2) {
    __syncthreads();
    if (t % (2 * s) == 0 && t + s < 96)
      cell[t] += cell[t + s];
  }
  if (t == 0)
    out[blockIdx.x] = cell[0];
}

int main() {
  const int n = 500;
  int host[n], part[2];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof part);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reduce<<<2, 96>>>(in, out, n);
  cudaMemcpy(part, out, sizeof part, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return part[0] + part[1] == n * (n - 1) / 2 ? 0 : 1;
}
