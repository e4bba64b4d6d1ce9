//! Nine coefficients are copied to constant memory, but the size counts elements: what is behind the
//! second one is 0.
//! expect: note
//! status: 0
//! says: of the __constant__ variable 'taps', element 3, which nobody has set, though others were
//! says: cudaMemcpyToSymbol counts bytes
__constant__ float taps[9];

__global__ void filter(const float* in, float* out) {
  float sum = 0;
  for (int k = 0; k < 9; ++k)
    sum += taps[k] * in[threadIdx.x + k];  // fault
  out[threadIdx.x] = sum;
}

int main() {
  const float host[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  float *in, *out;
  cudaMalloc(&in, 40 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 40 * sizeof(float));
  cudaMemcpyToSymbol(taps, host, 9);
  filter<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
