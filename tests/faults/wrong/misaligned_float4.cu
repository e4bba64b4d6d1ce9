//! A vector load from an address that is 4 bytes off.
//! expect: misaligned
//! who: Thread 0 of block 0
//! says: not a multiple of
//! says: float4
__global__ void scale4(const float* in, float4* out, float by) {
  const float4* wide = reinterpret_cast<const float4*>(in + 1);
  float4 v = wide[threadIdx.x];                                            // fault
  out[threadIdx.x] = make_float4(v.x * by, v.y * by, v.z * by, v.w * by);  // fault
}

int main() {
  float* in;
  float4* out;
  cudaMalloc(&in, 160 * sizeof(float));  // allocation
  cudaMalloc(&out, 32 * sizeof(float4));
  cudaMemset(in, 0, 160 * sizeof(float));
  scale4<<<1, 32>>>(in, out, 2.0f);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
