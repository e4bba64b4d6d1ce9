//! 1001 floats are taken four at a time: the last access covers one of them and three that are not there.
//! expect: out_of_bounds
//! who: Thread 250 of block 0
//! says: no whole number of such accesses
//! says: one by one
__global__ void twice(float4* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 four = data[i];  // fault
    data[i] = make_float4(2 * four.x, 2 * four.y, 2 * four.z, 2 * four.w);
  }
}

int main() {
  const int n = 1001;
  float* data;
  cudaMalloc(&data, n * sizeof(float));  // allocation
  cudaMemset(data, 0, n * sizeof(float));
  twice<<<1, 256>>>(reinterpret_cast<float4*>(data), (n + 3) / 4);
  cudaDeviceSynchronize();
  cudaFree(data);
}
