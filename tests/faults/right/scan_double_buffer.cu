// Hillis-Steele with two buffers, one barrier a step, any n in the block.
__global__ void scan(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x, pout = 0, pin = 1;
  temp[t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= offset) {
      temp[pout * blockDim.x + t] =
          temp[pin * blockDim.x + t] + temp[pin * blockDim.x + t - offset];
    } else {
      temp[pout * blockDim.x + t] = temp[pin * blockDim.x + t];
    }
    __syncthreads();
  }
  if (t < n)
    out[t] = temp[pout * blockDim.x + t];
}

int main() {
  const int n = 200, block = 256;
  int h[n], r[n], *in, *out;
  for (int i = 0; i < n; ++i)
    h[i] = i - 100;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, block, 2 * block * sizeof(int)>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int sum = 0, wrong = 0;
  for (int i = 0; i < n; ++i)
    sum += h[i], wrong += r[i] != sum;
  return wrong != 0;
}
