// Up-sweep and down-sweep with conflict-free padding.
#define PAD(n) ((n) + ((n) >> 5))

__global__ void scan(const float* in, float* out, int n) {
  __shared__ float temp[PAD(256) + 1];
  int t = threadIdx.x, offset = 1;
  temp[PAD(t)] = t < n ? in[t] : 0;
  temp[PAD(t + 128)] = t + 128 < n ? in[t + 128] : 0;
  for (int d = 128; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = PAD(offset * (2 * t + 1) - 1), bi = PAD(offset * (2 * t + 2) - 1);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (t == 0)
    temp[PAD(255)] = 0;
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = PAD(offset * (2 * t + 1) - 1), bi = PAD(offset * (2 * t + 2) - 1);
      float v = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += v;
    }
  }
  __syncthreads();
  if (t < n)
    out[t] = temp[PAD(t)];
  if (t + 128 < n)
    out[t + 128] = temp[PAD(t + 128)];
}

int main() {
  const int n = 211;
  float h[n], r[n], *in, *out;
  for (int i = 0; i < n; ++i)
    h[i] = i % 4;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (r[i] != sum)
      return 1;
    sum += h[i];
  }
  return 0;
}
