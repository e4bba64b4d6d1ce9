//! An index of -1 of the only array in a thread's stack.
//! expect: out_of_bounds
//! says: Thread 0 of block 0 (and 3 more of its warp) read 4 bytes
//! says: outside its own arrays (local memory)
__global__ void differences(const int* in, int* out, int n) {
  int row[8];
  for (int i = 0; i < n; i++)
    row[i] = in[n * threadIdx.x + in[i] % n];
  const int at = in[threadIdx.x] % n;
  out[threadIdx.x] = row[at] - row[at - 1];  // fault
}

int main() {
  int host[256], *in, *out;
  for (int i = 0; i < 256; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  differences<<<1, 32>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
