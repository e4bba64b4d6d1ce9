// main as C had it, without a type: nvcc warns, and takes it for int.
#include <stdio.h>

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

main()
{
  int host[4] = {1, 2, 3, 4}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(device);
}
