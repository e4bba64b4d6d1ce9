//! Each stream has events of its own, and one has no work this time. The kernel's stream is measured, in whichever order.
__global__ void fill(float* x) {
  x[threadIdx.x] = 1;
}

int main() {
  float *x, ms, sum = 0;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaStream_t streams[2];
  cudaEvent_t begin[2], end[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreate(&begin[i]);
    cudaEventCreate(&end[i]);
  }
  for (int first = 0; first < 2; ++first) {
    cudaEventRecord(begin[0], streams[0]);
    cudaEventRecord(begin[1], streams[1]);
    fill<<<1, 32, 0, streams[0]>>>(x);
    cudaEventRecord(end[1], streams[1]);
    cudaEventRecord(end[0], streams[0]);
    cudaDeviceSynchronize();
    for (int i : {first, 1 - first}) {
      cudaEventElapsedTime(&ms, begin[i], end[i]);
      sum += ms;
    }
  }
  for (int i = 0; i < 2; ++i) {
    cudaStreamDestroy(streams[i]);
    cudaEventDestroy(begin[i]);
    cudaEventDestroy(end[i]);
  }
  cudaFree(x);
  return sum > 0 ? 0 : 1;
}
