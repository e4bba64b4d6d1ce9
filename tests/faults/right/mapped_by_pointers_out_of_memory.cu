// Kernels that find pointers in memory, while the host uses pinned memory of its own.
#include <cstdio>

struct Image {
  int* pixels;
  int count;
};

__constant__ Image image;

__global__ void fill(int value) {
  for (int i = threadIdx.x; i < image.count; i += blockDim.x)
    image.pixels[i] = value;
}

int main() {
  int *mapped, *device, *own, *staging;
  cudaHostAlloc(&mapped, 8192, cudaHostAllocMapped);
  cudaHostAlloc(&own, 8192, cudaHostAllocDefault);
  cudaMallocHost(&staging, 8192);
  cudaHostGetDevicePointer(&device, mapped, 0);
  Image host = {device, 2048};
  cudaMemcpyToSymbol(image, &host, sizeof host);
  int* copy;
  cudaMalloc(&copy, 8192);
  long sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    cudaMemcpyAsync(copy, staging, 8192, cudaMemcpyHostToDevice);
    fill<<<1, 64>>>(turn);
    for (int i = 0; i < 2048; ++i)
      own[i] = i;
    sum += staging[5];  // a copy only reads it
    cudaDeviceSynchronize();
    sum += mapped[7];
    staging[3] = turn;
  }
  printf("%s\n", sum >= 3 ? "ok" : "?");
  cudaFree(copy);
  cudaFreeHost(mapped);
  cudaFreeHost(own);
  cudaFreeHost(staging);
}
