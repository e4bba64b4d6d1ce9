//! The allocation is right for n, which the kernel is given, and does not look at: the size is not blamed.
//! expect: out_of_bounds
//! who: Thread 100 of block 0
//! says: put the access inside if (i < n), where n is the number of elements, 100, which the kernel is given.
__global__ void iota(short* out, long n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i + n;  // fault
}

int main() {
  const long n = 100;
  short* out;
  cudaMalloc(&out, n * sizeof(short));  // allocation
  iota<<<1, 200>>>(out, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
