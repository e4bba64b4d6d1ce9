// Double buffering over two streams: events in both directions say when a buffer is full, and when
// it may be filled again.
//! prints: 4096 right
#include <cstdio>

__global__ void work(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main() {
  const int n = 512, chunks = 8;
  float *host, *result, *buffer[2], *out;
  cudaMallocHost(&host, chunks * n * sizeof(float));
  cudaMallocHost(&result, chunks * n * sizeof(float));
  cudaMalloc(&buffer[0], n * sizeof(float));
  cudaMalloc(&buffer[1], n * sizeof(float));
  cudaMalloc(&out, chunks * n * sizeof(float));
  for (int i = 0; i < chunks * n; i++)
    host[i] = i;
  cudaStream_t copies, kernels;
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  cudaEvent_t full[2], empty[2];
  for (int b = 0; b < 2; b++) {
    cudaEventCreateWithFlags(&full[b], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&empty[b], cudaEventDisableTiming);
  }
  for (int c = 0; c < chunks; c++) {
    const int b = c % 2;
    cudaStreamWaitEvent(copies, empty[b], 0);  // not recorded yet at first: waits for nothing
    cudaMemcpyAsync(buffer[b], host + c * n, n * sizeof(float), cudaMemcpyHostToDevice, copies);
    cudaEventRecord(full[b], copies);
    cudaStreamWaitEvent(kernels, full[b], 0);
    work<<<n / 128, 128, 0, kernels>>>(buffer[b], out + c * n, n);
    cudaEventRecord(empty[b], kernels);
  }
  cudaMemcpyAsync(result, out, chunks * n * sizeof(float), cudaMemcpyDeviceToHost, kernels);
  cudaStreamSynchronize(kernels);
  int right = 0;
  for (int i = 0; i < chunks * n; i++)
    right += result[i] == 2 * host[i];
  printf("%d right\n", right);
  for (int b = 0; b < 2; b++) {
    cudaEventDestroy(full[b]);
    cudaEventDestroy(empty[b]);
    cudaFree(buffer[b]);
  }
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  cudaFree(out);
  cudaFreeHost(host);
  cudaFreeHost(result);
}
