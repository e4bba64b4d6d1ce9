//! A block that a kernel uses as mapped memory is freed while it is registered; so are pages. (A small block is freed unseen.)
//! expect: note
//! status: 0
//! says: 400000 bytes that were registered at note_registered_memory_freed.cu:22 were given back
//! says: 8192 bytes that were registered at note_registered_memory_freed.cu:28 were given back
//! says: call cudaHostUnregister, and free then
#include <cstdlib>
#include <sys/mman.h>

__global__ void twice(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

int main() {
  const int n = 100000;
  int* block = (int*)calloc(n, sizeof(int));
  int* mapped;
  if (block == nullptr)
    return 1;
  cudaHostRegister(block, n * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, block, 0);
  twice<<<(n + 255) / 256, 256>>>(mapped, n);
  free(block);
  cudaDeviceSynchronize();
  void* pages = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  cudaHostRegister(pages, 8192, cudaHostRegisterDefault);
  munmap(pages, 8192);
  cudaHostUnregister(pages);
  return cudaGetLastError() == cudaErrorHostMemoryNotRegistered ? 0 : 1;
}
