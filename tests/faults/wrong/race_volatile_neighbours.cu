// Heat that flows along a rod in several steps of one launch: blocks read what others may have written or not.
//! expect: race
//! says: it lets no thread wait for another
//! status: 86
__global__ void steps(volatile float* heat, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < count; ++step) {
    if (i > 0 && i < n - 1)
      heat[i] = heat[i] + 0.1f * (heat[i - 1] - 2 * heat[i] + heat[i + 1]);  // fault
    __syncthreads();
  }
}

int main() {
  const int n = 1024;
  float* heat;
  cudaMalloc(&heat, n * sizeof(float));  // allocation
  cudaMemset(heat, 0, n * sizeof(float));
  steps<<<n / 128, 128>>>(heat, n, 10);
  cudaDeviceSynchronize();
  cudaFree(heat);
}
