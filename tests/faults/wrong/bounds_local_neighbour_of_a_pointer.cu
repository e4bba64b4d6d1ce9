//! A pointer runs through an array of a thread's own, and on through the next.
//! flags: -O2
//! expect: out_of_bounds
//! says: local
__global__ void sum(const int* in, int* out, int n) {
  int cells[8], weights[8];
  for (int i = 0; i < 8; i++) {
    cells[(i + in[threadIdx.x]) % 8] = i;
    weights[(i + 3 * in[threadIdx.x]) % 8] = i;
  }
  int* at = cells;
  int total = 0;
  for (int i = 0; i < n; i++)
    total += *at++;  // fault
  out[threadIdx.x] = total * weights[in[threadIdx.x] % 8] + cells[in[threadIdx.x] % 8];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(in, out, 12);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
