// One warp loads, the others compute: all of them meet at the block's barriers.
__global__ void pipeline(const int* in, int* out, int tiles) {
  __shared__ int tile[2][96];
  const bool loads = threadIdx.x < 32;
  int sum = 0;
  if (loads)
    for (int k = threadIdx.x; k < 96; k += 32)
      tile[0][k] = in[k];
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    if (loads) {
      if (i + 1 < tiles)
        for (int k = threadIdx.x; k < 96; k += 32)
          tile[(i + 1) % 2][k] = in[(i + 1) * 96 + k];
    } else {
      sum += tile[i % 2][threadIdx.x - 32] * (i + 1);
    }
    __syncthreads();
  }
  if (!loads)
    out[threadIdx.x - 32] = sum;
}

int main() {
  int h[96 * 4], r[96], *in, *out;
  for (int i = 0; i < 384; ++i)
    h[i] = i % 96;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  pipeline<<<1, 128>>>(in, out, 4);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return r[95] == 950 && r[1] == 10 ? 0 : 1;
}
