//! A row of a tile in shared memory is read as float4, but begins one float too late. What is copied is one access of 16
//! bytes, not two of 8.
//! expect: misaligned
//! says: 16
__global__ void rows(float* out, const float* in, int begin) {
  __shared__ float tile[132];
  const int i = threadIdx.x;
  for (int j = i; j < 132; j += 32)
    tile[j] = in[j];
  __syncthreads();
  reinterpret_cast<float4*>(out)[i] = *reinterpret_cast<const float4*>(tile + 4 * i + begin);  // fault
}

int main() {
  float* data;
  cudaMalloc(&data, 264 * sizeof(float));
  cudaMemset(data, 0, 264 * sizeof(float));
  rows<<<1, 32>>>(data + 132, data, 1);
  cudaDeviceSynchronize();
  cudaFree(data);
}
