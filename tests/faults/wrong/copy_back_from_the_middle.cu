//! The copy begins in the middle of the allocation, and goes on past its end.
//! expect: invalid_copy
//! says: past the end
__global__ void set(int* out) {
  out[threadIdx.x] = 1;
}

int main() {
  const int n = 128;
  int host[n];
  int* device;
  cudaMalloc(&device, n * sizeof(int));  // allocation
  set<<<1, n>>>(device);
  cudaMemcpy(host, device + n / 2, n * sizeof(int), cudaMemcpyDeviceToHost);  // fault
  cudaFree(device);
}
