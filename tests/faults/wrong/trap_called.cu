//! expect: trap
//! who: Thread (1, 2) of block 0
//! says: trap
__device__ int checked_divide(int a, int b) {
  if (b == 0) {
    __trap();  // fault
  }
  return a / b;
}

__global__ void table(int* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 4 + x] = checked_divide(100, (x - 1) * (x - 1) + (y - 2) * (y - 2));
}

int main() {
  int* out;
  cudaMalloc(&out, 16 * sizeof(int));
  table<<<1, dim3(4, 4)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
