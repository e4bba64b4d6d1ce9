//! In the last block only the threads with data fill their cell; the tree sums all of them.
//! expect: uninitialised_read
//! who: block 1
//! says: 'cells'
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int cells[128];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n)
    cells[t] = in[i];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      cells[t] += cells[t + s];  // fault
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = cells[0];
}

int main() {
  const int n = 200;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  reduce<<<2, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
