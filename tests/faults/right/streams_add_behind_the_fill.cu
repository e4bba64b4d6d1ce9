// A fill in one stream, atomics in two: the other stream waits for the fill, not for the first one's atomics.
__global__ void count(int* totals, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&totals[i], 1);
}

int main() {
  const int n = 1000;
  int* totals;
  cudaMalloc(&totals, n * sizeof(int));
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreate(&c);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  for (int turn = 0; turn < 3; ++turn) {
    cudaMemsetAsync(totals, 0, n * sizeof(int), a);
    cudaEventRecord(filled, a);
    count<<<4, 64, 0, a>>>(totals, n);
    cudaStreamWaitEvent(b, filled, 0);
    cudaStreamWaitEvent(c, filled, 0);
    count<<<2, 64, 0, b>>>(totals, n);
    count<<<2, 64, 0, c>>>(totals, n);
    count<<<2, 64, 0, b>>>(totals, n);
    cudaDeviceSynchronize();
  }
  int host[2];
  cudaMemcpy(host, totals, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(totals);
  for (cudaStream_t stream : {a, b, c})
    cudaStreamDestroy(stream);
  cudaEventDestroy(filled);
  return host[1] == 10 ? 0 : 1;
}
