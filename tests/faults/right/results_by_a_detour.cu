//! Results that come to the host by another array, of which the host reads a part.
#include <cstdio>
#include <vector>

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main() {
  const int n = 1000;
  std::vector<int> in(n, 1);
  int *device_in, *device_out, *all;
  cudaMalloc(&device_in, n * sizeof(int));
  cudaMalloc(&device_out, n * sizeof(int));
  cudaMalloc(&all, 2 * n * sizeof(int));
  cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(device_in, device_out, n);
  cudaMemcpy(all, device_in, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(all + n, device_out, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(in.data(), all + n, 10 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", in[5]);
  cudaFree(device_in);
  cudaFree(device_out);
  cudaFree(all);
}
