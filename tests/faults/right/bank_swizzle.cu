// A transposing tile without padding: the column is swizzled with the row.
__global__ void transpose(const double* in, double* out) {
  __shared__ double tile[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y ^ x];
}

int main() {
  double h[256], r[256], *in, *out;
  for (int i = 0; i < 256; ++i)
    h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<<<1, dim3(16, 16)>>>(in, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 256; ++i) {
    if (r[i] != i % 16 * 16 + i / 16)
      return 1;
  }
  return 0;
}
