// Memory from malloc, registered so that a kernel may use it.
#include <stdlib.h>

__global__ void triple(int* p) {
  p[threadIdx.x] *= 3;
}

int main() {
  int* host = (int*)malloc(4096);
  for (int i = 0; i < 64; ++i)
    host[i] = i;
  cudaHostRegister(host, 4096, cudaHostRegisterMapped);
  int* device;
  cudaHostGetDevicePointer((void**)&device, host, 0);
  triple<<<1, 64>>>(device);
  cudaDeviceSynchronize();
  cudaHostUnregister(host);
  int wrong = 0;
  for (int i = 0; i < 64; ++i)
    wrong += host[i] != 3 * i;
  free(host);
  return wrong;
}
