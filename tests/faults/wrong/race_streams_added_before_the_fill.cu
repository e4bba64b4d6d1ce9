//! The counter is cleared and counted in one stream. Another one counts, too, and does not wait for the fill.
//! expect: race
//! status: 86
//! says: cudaMemsetAsync
__global__ void count(int* total) {
  atomicAdd(total, 1);  // fault
}

int main() {
  int *total, host = 0;
  cudaMalloc(&total, sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMemsetAsync(total, 0, sizeof(int), a);  // other
  count<<<4, 64, 0, a>>>(total);
  count<<<4, 64, 0, b>>>(total);
  cudaDeviceSynchronize();
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(total);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
