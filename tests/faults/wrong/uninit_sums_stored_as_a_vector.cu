//! Four sums in registers, of which none was ever set to zero, are stored as one float4.
//! expect: uninitialised_read
//! says: never set
__global__ void sums(const float* in, float4* out, int n) {
  float sum[4];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      sum[j] += in[i * 4 + j];
  out[threadIdx.x] = make_float4(sum[0], sum[1], sum[2], sum[3]);  // fault
}

int main() {
  float* in;
  float4* out;
  cudaMalloc(&in, 100 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float4));
  cudaMemset(in, 0, 100 * sizeof(float));
  sums<<<1, 32>>>(in, out, 25);
  float4 host[32];
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
