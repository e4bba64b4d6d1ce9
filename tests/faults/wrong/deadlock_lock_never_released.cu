//! The lock is taken, and never given back.
//! expect: deadlock
//! says: waits for a lock
//! says: thread 0 of block 0 took at line 10 of
//! says: it has ended
__device__ int mutex;

__global__ void count(int* total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {  // fault
    }
    __threadfence();
    *total += 1;
    __threadfence();
  }
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 32>>>(total);
  cudaDeviceSynchronize();
  cudaFree(total);
}
