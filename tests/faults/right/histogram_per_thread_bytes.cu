// Byte counters, one column a thread: different bytes of one word belong to different threads.
__global__ void histogram(const unsigned char* in, int per_thread, int* out) {
  __shared__ unsigned char count[16][64];
  const int t = threadIdx.x;
  for (int b = 0; b < 16; ++b)
    count[b][t] = 0;
  for (int i = 0; i < per_thread; ++i)
    count[in[i * 64 + t] % 16][t]++;
  __syncthreads();
  if (t < 16) {
    int sum = 0;
    for (int c = 0; c < 64; ++c)
      sum += count[t][(c + t) % 64];
    out[t] = sum;
  }
}

int main() {
  unsigned char h[640], *in;
  int r[16], e[16] = {}, *out;
  for (int i = 0; i < 640; ++i)
    h[i] = i * 7 / 3, e[h[i] % 16]++;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(in, 10, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int b = 0; b < 16; ++b) {
    if (r[b] != e[b])
      return 1;
  }
  return 0;
}
