//! The next input is written into managed memory that the running kernel reads.
//! expect: unsynchronised_access
//! says: cudaDeviceSynchronize
__global__ void use(const float* in, float* out) {
  out[threadIdx.x] = 2.0f * in[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(float));  // allocation
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int batch = 0; batch < 2; ++batch) {
    for (int i = 0; i < 32; ++i)
      in[i] = 32.0f * batch + i;  // fault
    use<<<1, 32>>>(in, out + 32 * batch);
  }
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
