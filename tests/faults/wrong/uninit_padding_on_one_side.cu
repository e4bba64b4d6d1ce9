//! Rows of 33 words are written, rows of 32 read: the first word of padding is reached.
//! expect: uninitialised_read
//! says: 4224-byte __shared__ variable 'tile'
//! says: the length of a row, padding
__global__ void row_sums(const int* in, int* out) {
  __shared__ int tile[32 * 33];
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 32; ++r)
    tile[r * 33 + t] = in[r * 32 + t];
  __syncthreads();
  for (int c = 0; c < 32; ++c)
    sum += tile[t * 32 + c];  // fault
  out[t] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 4096);
  row_sums<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
