//! Each block takes its own lock, and then waits for the other's.
//! expect: deadlock
//! says: waits for a lock
//! says: as it waits itself
__device__ int locks[2];
__device__ volatile int taken;

__device__ void acquire(int* lock) {
  while (atomicExch(lock, 1) == 1) {  // fault
  }
}

__global__ void swap_accounts(int* accounts) {
  int mine = blockIdx.x, theirs = 1 - mine;
  acquire(&locks[mine]);
  atomicAdd((int*)&taken, 1);
  while (taken < 2) {
  }
  acquire(&locks[theirs]);
  __threadfence();
  int t = accounts[mine];
  accounts[mine] = accounts[theirs];
  accounts[theirs] = t;
  __threadfence();
  atomicExch(&locks[theirs], 0);
  atomicExch(&locks[mine], 0);
}

int main() {
  int* accounts;
  cudaMalloc(&accounts, 2 * sizeof(int));
  cudaMemset(accounts, 0, 2 * sizeof(int));
  swap_accounts<<<2, 1>>>(accounts);
  cudaDeviceSynchronize();
  cudaFree(accounts);
}
