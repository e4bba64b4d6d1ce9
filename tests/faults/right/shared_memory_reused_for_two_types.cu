// One array serves two phases, the second as another type; a union says so.
__global__ void phases(const float* in, int* out) {
  __shared__ union {
    float values[64];
    int ranks[64];
  } s;
  const int t = threadIdx.x;
  float mine = in[t];
  s.values[t] = mine;
  __syncthreads();
  int rank = 0;
  for (int k = 0; k < 64; ++k)
    rank += s.values[k] < mine || (s.values[k] == mine && k < t);
  __syncthreads();
  s.ranks[rank] = t;
  __syncthreads();
  out[t] = s.ranks[t];
}

int main() {
  float h[64], *in;
  int r[64], *out;
  for (int i = 0; i < 64; ++i)
    h[i] = i * 29 % 64;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  phases<<<1, 64>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 64; ++i) {
    if (h[r[i]] != i)
      return 1;
  }
  return 0;
}
