//! The same by way of a local variable, unoptimised, of int4.
//! expect: misaligned
//! says: 16
//! flags: -O0
__global__ void shift(int* out, const int* in) {
  const int i = threadIdx.x;
  int4 quad = *reinterpret_cast<const int4*>(in + 4 * i + 2);  // fault
  *reinterpret_cast<int4*>(out + 4 * i) = quad;
}

int main() {
  int* data;
  cudaMalloc(&data, 512 * sizeof(int));
  cudaMemset(data, 0, 512 * sizeof(int));
  shift<<<1, 32>>>(data + 256, data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
