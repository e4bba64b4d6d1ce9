//! prints: 0
// The host waits for one stream and uses what that one gave back, while another stream still works on memory of its own: pinned
// memory that a copy fills, managed memory that a kernel fills.
#include <cstdio>
__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void take_long(float* x) {
  for (int i = 0; i < 10000; ++i) x[threadIdx.x] = x[threadIdx.x] * 0.5f + i;
}

int main() {
  const int n = 4096;
  int *pinned, *managed, *device;
  float* other;
  cudaStream_t quick, slow;
  cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocDefault);
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  cudaMalloc(&other, 32 * sizeof(float));
  cudaMemset(other, 0, 32 * sizeof(float));
  cudaStreamCreate(&quick);
  cudaStreamCreate(&slow);
  cudaDeviceSynchronize();

  fill<<<16, 256, 0, quick>>>(device, n);
  cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, quick);
  take_long<<<1, 32, 0, slow>>>(other);
  cudaStreamSynchronize(quick);
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += pinned[i];
  cudaDeviceSynchronize();

  fill<<<16, 256, 0, quick>>>(managed, n);
  take_long<<<1, 32, 0, slow>>>(other);
  cudaStreamSynchronize(quick);
  for (int i = 0; i < n; ++i) sum -= managed[i];
  cudaDeviceSynchronize();
  std::printf("%ld\n", sum);

  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(device);
  cudaFree(other);
  cudaStreamDestroy(quick);
  cudaStreamDestroy(slow);
}
