// Registered memory that two streams use by turns, the host between them; unregistered, freed and registered again.
#include <cstdlib>
#include <vector>

__global__ void add(int* p, int n, int what) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += what;
}

static int round_of(std::vector<int>& host, int* device, cudaStream_t* streams) {
  const int n = int(host.size()), half = n / 2;
  cudaHostRegister(host.data(), n * sizeof(int), cudaHostRegisterDefault);
  for (int k = 0; k < 2; ++k) {
    int *h = host.data() + k * half, *d = device + k * half;
    cudaMemcpyAsync(d, h, half * sizeof(int), cudaMemcpyHostToDevice, streams[k]);
    add<<<(half + 127) / 128, 128, 0, streams[k]>>>(d, half, k + 1);
    cudaMemcpyAsync(h, d, half * sizeof(int), cudaMemcpyDeviceToHost, streams[k]);
  }
  int wrong = 0;
  for (int k = 0; k < 2; ++k) {
    cudaStreamSynchronize(streams[k]);
    for (int i = k * half; i < (k + 1) * half; ++i)
      wrong += host[i] != i + k + 1;
  }
  cudaHostUnregister(host.data());
  return wrong;
}

int main() {
  const int n = 40000;
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    cudaStreamCreate(&stream);
  int wrong = 0;
  for (int r = 0; r < 3; ++r) {
    std::vector<int> host(n);
    for (int i = 0; i < n; ++i)
      host[i] = i;
    wrong += round_of(host, device, streams);
  }
  for (cudaStream_t& stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(device);
  return wrong;
}
