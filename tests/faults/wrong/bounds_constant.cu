//! A filter of 5 taps in constant memory, and a loop over 7.
//! expect: out_of_bounds
//! says: 'taps'
//! says: __constant__ variable
//! says: declared at line 6
__constant__ float taps[5];

__global__ void filter(const float* in, float* out, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < width; ++k)
    sum += taps[k] * in[i];  // fault
  out[i] = sum;
}

int main() {
  const float host[5] = {1, 2, 3, 2, 1};
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  cudaMemcpyToSymbol(taps, host, sizeof host);
  filter<<<2, 32>>>(in, out, 7);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
