//! cudaMalloc was given the number of elements, not of bytes.
//! expect: out_of_bounds
//! who: Thread 64 of block 0
//! says: the 256-byte allocation
//! says: It was asked for with 256 bytes, which is room for 64 elements of 4 bytes
//! says: 256 elements, as the kernel is told there are, need 256 * sizeof(type) = 1024 bytes
__global__ void iota(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;  // fault
}

int main() {
  const int n = 256;
  int* out;
  cudaMalloc(&out, n);  // allocation
  iota<<<1, 256>>>(out, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
