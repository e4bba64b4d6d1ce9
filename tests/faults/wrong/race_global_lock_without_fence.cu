//! A spin lock around an update, without fences: the update may still be on its way.
//! expect: race
//! says: __threadfence()
__device__ int lock_word = 0;
__device__ double balance = 0.0;

__global__ void deposit(double amount) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock_word, 0, 1) != 0) {
    }
    balance += amount;  // fault
    atomicExch(&lock_word, 0);
  }
}

int main() {
  deposit<<<16, 32>>>(2.5);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
