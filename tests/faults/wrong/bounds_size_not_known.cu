//! The pointer is cast to void**: what an element's size is nobody knows, and nothing is said of it.
//! expect: out_of_bounds
//! who: Thread 64 of block 0
//! says: index 64, and the last is 63). The access is let through by 'if (i < n)' at line 8:
//! omits: put the access inside
__global__ void iota(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;  // fault
}

int main() {
  const int n = 256;
  int* out;
  cudaMalloc((void**)&out, n);  // allocation
  iota<<<1, 256>>>(out, n);
  cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
