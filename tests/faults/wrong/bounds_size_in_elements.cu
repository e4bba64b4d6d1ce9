//! cudaMalloc was given the number of elements, not of bytes.
//! expect: out_of_bounds
//! who: Thread 64 of block 0
//! says: the 256-byte allocation
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
