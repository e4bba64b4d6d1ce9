//! A registered vector is read while the copy to it may still be under way.
//! expect: unsynchronised_access
//! says: Call cudaDeviceSynchronize()
//! says: cudaMemcpyAsync
#include <vector>

__global__ void twice(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

int main() {
  const int n = 10000;
  std::vector<int> host(n, 21);
  cudaHostRegister(host.data(), n * sizeof(int), cudaHostRegisterDefault);
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  twice<<<(n + 255) / 256, 256, 0, stream>>>(device, n);
  cudaMemcpyAsync(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += host[i] != 42;  // fault
  cudaStreamSynchronize(stream);
  cudaHostUnregister(host.data());
  cudaStreamDestroy(stream);
  cudaFree(device);
  return wrong;
}
