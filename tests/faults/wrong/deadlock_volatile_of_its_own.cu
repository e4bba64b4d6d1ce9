//! Nobody else can change a thread's own variable, volatile or not: this is no waiting.
//! flags: -O2
//! expect: deadlock
//! says: never ends
__global__ void wait(int* out) {
  volatile int flag = 0;
  while (flag == 0) {  // fault
  }
  out[threadIdx.x] = flag;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  wait<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
