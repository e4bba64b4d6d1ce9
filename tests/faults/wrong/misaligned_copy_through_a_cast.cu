//! A pure copy of four floats at once, through casts: the address is not a multiple of 16 bytes. Clang would copy it in two
//! words of 8 bytes, for which it is aligned.
//! expect: misaligned
//! says: 16
__global__ void shift(float* out, const float* in) {
  const int i = threadIdx.x;
  *reinterpret_cast<float4*>(out + 4 * i) = *reinterpret_cast<const float4*>(in + 4 * i + 2);  // fault
}

int main() {
  float* data;
  cudaMalloc(&data, 512 * sizeof(float));
  cudaMemset(data, 0, 512 * sizeof(float));
  shift<<<1, 32>>>(data + 256, data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
