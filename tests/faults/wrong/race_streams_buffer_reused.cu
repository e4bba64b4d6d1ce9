//! Two chunks go through one device buffer. The second is copied before anybody knows that the
//! kernel in the other stream is done with the first: events are waited for in one direction only.
//! expect: race
//! says: wrote the 4096-byte allocation
//! says: the kernel 'work', launched at line
//! says: read it at line 13 of
//! says: the one in stream 1, the other in stream 2
//! status: 86
__global__ void work(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // The input
    out[i] = in[i] + 1;  // other
}

int main() {
  const int n = 1 << 10, chunks = 4;
  float *host, *buffer, *out;
  cudaMallocHost(&host, chunks * n * sizeof(float));
  cudaMalloc(&buffer, n * sizeof(float));  // allocation
  cudaMalloc(&out, chunks * n * sizeof(float));
  for (int i = 0; i < chunks * n; i++)
    host[i] = i;
  cudaStream_t copies, kernels;
  cudaEvent_t filled;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEventCreate(&filled);
  for (int c = 0; c < chunks; c++) {
    cudaMemcpyAsync(buffer, host + c * n, n * sizeof(float), cudaMemcpyHostToDevice,  // fault
                    copies);                                                          // fault
    cudaEventRecord(filled, copies);
    cudaStreamWaitEvent(kernels, filled, 0);
    work<<<4, 256, 0, kernels>>>(buffer, out + c * n, n);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(filled);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFreeHost(host);
  cudaFree(buffer);
  cudaFree(out);
}
