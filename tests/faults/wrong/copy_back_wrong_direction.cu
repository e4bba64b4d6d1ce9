//! The result is copied back with cudaMemcpyHostToDevice.
//! expect: invalid_copy
//! says: cudaMemcpyDeviceToHost
__global__ void ramp(int* out) {
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  int host[64] = {};
  int* device;
  cudaMalloc(&device, sizeof host);
  ramp<<<1, 64>>>(device);
  cudaError_t status = cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
  return status != cudaSuccess;
}
