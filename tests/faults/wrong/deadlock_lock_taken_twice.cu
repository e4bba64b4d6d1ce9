//! A thread that has the lock calls a function which takes it again.
//! expect: deadlock
//! says: this thread has taken itself
__device__ int mutex;

__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) {  // fault
  }
  __threadfence();
}

__device__ void unlock() {
  __threadfence();
  atomicExch(&mutex, 0);
}

__device__ void add(int* total, int value) {
  lock();
  *total += value;
  unlock();
}

__global__ void deposit(int* total) {
  lock();
  add(total, 1);
  unlock();
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  deposit<<<1, 1>>>(total);
  cudaDeviceSynchronize();
  cudaFree(total);
}
