// Events and streams on the modelled clock.
#include <cstdio>

__global__ void scale(float* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = 2 * p[i] + 1;
}

static float pipeline(float* host, float* device, int n, int streams) {
  cudaStream_t stream[4];
  for (int i = 0; i < streams; ++i) cudaStreamCreate(&stream[i]);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  const int part = n / 4;
  for (int i = 0; i < 4; ++i) {
    cudaStream_t s = stream[i % streams];
    cudaMemcpyAsync(device + i * part, host + i * part, part * sizeof(float), cudaMemcpyHostToDevice, s);
    scale<<<part / 256, 256, 0, s>>>(device + i * part, part);
    cudaMemcpyAsync(host + i * part, device + i * part, part * sizeof(float), cudaMemcpyDeviceToHost, s);
  }
  cudaEventRecord(stop);
  float ms = -1;
  std::printf("early: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, stop)));
  cudaGetLastError();
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  for (int i = 0; i < streams; ++i) cudaStreamDestroy(stream[i]);
  return ms;
}

int main() {
  const int n = 1 << 18;
  float *host, *device;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1;
  scale<<<1, 1>>>(device, 0);  // a device loads a kernel at its first launch
  cudaDeviceSynchronize();
  const float one = pipeline(host, device, n, 1);
  const float four = pipeline(host, device, n, 4);
  std::printf("one stream takes longer: %d, by less than 4: %d\n", one > 1.2f * four, one < 4 * four);
  std::printf("%g %g\n", host[0], host[n - 1]);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  scale<<<n / 256, 256, 0, s>>>(device, n);
  int polls = 0;
  while (cudaStreamQuery(s) == cudaErrorNotReady) ++polls;
  std::printf("polled: %d\n", polls > 0);
  cudaStreamDestroy(s);
  cudaFree(device);
  cudaFreeHost(host);
}
