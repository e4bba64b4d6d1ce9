//! The tree of a reduction without a barrier in its loop.
//! expect: race
//! says: 'cells'
//! says: begins before all threads have ended this one: put __syncthreads() at the end of that loop
__global__ void reduce(const float* in, float* out) {
  __shared__ float cells[256];
  unsigned t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      cells[t] += cells[t + s];  // fault
  }
  if (t == 0)
    *out = cells[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
  reduce<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
