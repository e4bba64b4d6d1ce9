//! &d is the address of the pointer (on the host), d the device memory.
//! expect: host_pointer
__global__ void clear(void* memory) {
  static_cast<char*>(memory)[threadIdx.x] = 0;  // fault
}

int main() {
  char* d;
  cudaMalloc(&d, 64);
  clear<<<1, 64>>>(&d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
