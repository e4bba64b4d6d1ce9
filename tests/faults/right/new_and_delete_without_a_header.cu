// new and delete in kernels need no header, and each thread gives back what it took.
__global__ void squares(int* out, int n) {
  int* own = new int[n];
  for (int i = 0; i < n; ++i)
    own[i] = i * static_cast<int>(threadIdx.x);
  out[threadIdx.x] = own[n - 1];
  delete[] own;
}

int main() {
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  squares<<<1, 32>>>(out, 7);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < 32; ++i)
    if (host[i] != 6 * i)
      return 1;
  return 0;
}
