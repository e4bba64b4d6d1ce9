//! 64 x 32 threads are 2048.
//! expect: note
//! status: 0
//! says: 2048
//! says: 1024
__global__ void zero(float* m, int width) {
  m[threadIdx.y * width + threadIdx.x] = 0.0f;
}

int main() {
  float* m;
  cudaMalloc(&m, 64 * 32 * sizeof(float));
  dim3 block(64, 32);
  zero<<<1, block>>>(m, 64);  // fault
  cudaDeviceSynchronize();
  cudaFree(m);
}
