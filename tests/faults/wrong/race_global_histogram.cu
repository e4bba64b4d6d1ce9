//! Bins in global memory counted without atomics.
//! expect: race
//! says: atomicAdd
#include <vector>

__global__ void count(const int* in, int n, int* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    bins[in[i]] += 1;  // fault
}

int main() {
  std::vector<int> host(500);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = (int)(i * i % 10);
  int *in, *bins;
  cudaMallocManaged(&in, host.size() * sizeof(int));
  cudaMallocManaged(&bins, 10 * sizeof(int));
  for (size_t i = 0; i < host.size(); ++i)
    in[i] = host[i];
  for (int b = 0; b < 10; ++b)
    bins[b] = 0;
  count<<<2, 64>>>(in, (int)host.size(), bins);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(bins);
}
