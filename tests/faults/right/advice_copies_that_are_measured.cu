// Measures copies of memory that nobody wrote.
#include <cstdlib>
int main() {
  const size_t bytes = 1 << 20;
  void *d, *h = malloc(bytes);
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaMalloc(&d, bytes);
  cudaEventRecord(a);
  for (int i = 0; i < 3; ++i)
    cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  cudaEventRecord(b);
  cudaEventSynchronize(b);
  float ms;
  cudaEventElapsedTime(&ms, a, b);
  cudaFree(d);
  free(h);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
}
