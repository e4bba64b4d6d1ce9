//! All threads wait for a flag that is set after the wait.
//! expect: deadlock
//! who: block 0
//! omits: declare it volatile
__global__ void wait_first(volatile int* flag, int* out) {
  while (*flag == 0) {  // fault
  }
  if (threadIdx.x == 0)
    *flag = 1;
  out[threadIdx.x] = 1;
}

int main() {
  int *flag, *out;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait_first<<<1, 32>>>(flag, out);
  cudaDeviceSynchronize();
  cudaFree(flag);
  cudaFree(out);
}
