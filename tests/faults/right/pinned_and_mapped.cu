// A pinned staging buffer, and a kernel that writes mapped memory.
#include <cstdio>

__global__ void negate(const float* in, float* mapped, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    mapped[i] = -in[i];
}

int main() {
  const int n = 500;
  float *staging, *mapped, *mapped_on_device, *in;
  cudaMallocHost((void**)&staging, n * sizeof(float));
  cudaHostAlloc((void**)&mapped, n * sizeof(float), cudaHostAllocMapped);
  cudaHostGetDevicePointer((void**)&mapped_on_device, mapped, 0);
  cudaMalloc((void**)&in, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    staging[i] = i;
  cudaMemcpyAsync(in, staging, n * sizeof(float), cudaMemcpyHostToDevice);
  negate<<<2, 256>>>(in, mapped_on_device, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += mapped[i] != -(float)i;
  cudaFree(in);
  cudaFreeHost(staging);
  cudaFreeHost(mapped);
  return wrong;
}
