//! Two streams copy rows of one matrix; the parts overlap by a row.
//! expect: race
//! says: cudaMemcpy2DAsync wrote it at line 18 of
//! status: 86
int main() {
  const int width = 64, rows = 20;
  float *host, *x;
  cudaMallocHost(&host, width * rows * sizeof(float));
  cudaMalloc(&x, width * rows * sizeof(float));  // allocation
  for (int i = 0; i < width * rows; i++)
    host[i] = i;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  const size_t pitch = width * sizeof(float), half = pitch / 2;
  const auto kind = cudaMemcpyHostToDevice;
  // The left half of rows 0 to 10, then the left half of rows 10 to 19.
  cudaMemcpy2DAsync(x, pitch, host, pitch, half, 11, kind, one);               // other
  cudaMemcpy2DAsync(x + 10 * width, pitch, host, pitch, half, 10, kind, two);  // fault
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(host);
  cudaFree(x);
}
