//! cudaMalloc sets the host's variable of that name; the device's stays null.
//! expect: out_of_bounds
//! says: null pointer
//! says: host code wrote to the device variable 'buffer'
//! says: which cudaMemcpyToSymbol copies then
__device__ float* buffer;

__global__ void fill() {
  buffer[threadIdx.x] = 1;  // fault
}

int main() {
  cudaMalloc(&buffer, 256);
  fill<<<1, 64>>>();
  cudaDeviceSynchronize();
}
