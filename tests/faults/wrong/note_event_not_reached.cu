//! The time between two events before the second one is reached: the call fails, and nobody looks.
//! expect: note
//! status: 0
//! says: cudaErrorNotReady
//! says: cudaEventSynchronize
__global__ void work(float* x) {
  for (int i = 0; i < 1000; ++i)
    x[threadIdx.x] += 1.0f;
}

int main() {
  float *x, milliseconds = 0;
  cudaEvent_t start, stop;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  work<<<1, 32>>>(x);
  cudaEventRecord(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);  // fault
  cudaDeviceSynchronize();
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
}
