//! One way out of the critical section forgets to give the lock back.
//! expect: deadlock
//! says: waits for a lock
//! says: took at line 9 of
//! says: it has ended
struct Lock {
  int state = 0;
  __device__ void lock() {
    while (atomicCAS(&state, 0, 1))  // fault
      __nanosleep(20);
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&state, 0);
  }
};

__global__ void append(Lock* lock, int* list, int* length, int capacity) {
  lock->lock();
  if (*length >= capacity)
    return;
  list[(*length)++] = blockIdx.x;
  lock->unlock();
}

int main() {
  Lock* lock;
  int* list;
  cudaMalloc(&lock, sizeof(Lock));
  cudaMalloc(&list, 5 * sizeof(int));
  cudaMemset(lock, 0, sizeof(Lock));
  cudaMemset(list, 0, 5 * sizeof(int));
  append<<<8, 1>>>(lock, list + 1, list, 4);
  cudaDeviceSynchronize();
  cudaFree(lock);
  cudaFree(list);
}
