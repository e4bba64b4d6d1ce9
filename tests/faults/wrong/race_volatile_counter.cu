//! Threads count in a volatile variable, as if that made one step of reading and writing it.
//! expect: race
//! says: makes no one step of both
//! says: atomicAdd
__global__ void count(const int* x, volatile int* counter) {
  if (threadIdx.x == 0 && x[blockIdx.x] > 0)
    *counter = *counter + 1;  // fault
}

int main() {
  int host[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  int *x, *counter;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&counter, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(counter, 0, sizeof(int));
  count<<<8, 32>>>(x, counter);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(counter);
}
