//! Rows of 50 taken as 20 long: threads overwrite each other with equal values.
//! expect: note
//! status: 0
//! says: their indices are wrong
__global__ void copy(const int* in, int* out, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = threadIdx.y;
  if (row < rows && column < columns)
    out[row * rows + column] = in[row * rows + column];  // fault
}

int main() {
  int host[1000], *in, *out;
  for (int i = 0; i < 1000; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<4, dim3(16, 20)>>>(in, out, 20, 50);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
