//! A transpose in place: each pair of elements is exchanged by two threads.
//! expect: race
//! says: second array
__global__ void transpose(float* m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float v = m[y * n + x];  // fault
    m[x * n + y] = v;        // fault
  }
}

int main() {
  const int n = 64;
  float* m;
  cudaMalloc(&m, n * n * sizeof(float));  // allocation
  cudaMemset(m, 0, n * n * sizeof(float));
  transpose<<<dim3(4, 4), dim3(16, 16)>>>(m, n);
  cudaDeviceSynchronize();
  cudaFree(m);
}
