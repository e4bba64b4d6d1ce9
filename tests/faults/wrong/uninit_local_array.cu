//! The first entry of a private array is never set.
//! expect: uninitialised_read
//! says: local
__global__ void prefix(const int* in, int* out, int n) {
  int partial[9];
  for (int i = 0; i < n; i++)
    partial[i + 1] = partial[i] + in[i];  // fault
  out[threadIdx.x] = partial[threadIdx.x];  // fault
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  prefix<<<1, 8>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
