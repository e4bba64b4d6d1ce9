//! A kernel waits for a flag in mapped memory that the host sets after the launch: here launches return when kernels have ended.
//! expect: deadlock
//! says: the host cannot
//! says: pinned memory of the host
__global__ void wait_then_add(volatile int* flag, int* out) {
  while (*flag == 0) {  // fault
  }
  *out += 1;
}

int main() {
  int *flag, *out;
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  *flag = 0;
  wait_then_add<<<1, 1>>>(flag, out);
  *(volatile int*)flag = 1;
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFreeHost(flag);
}
