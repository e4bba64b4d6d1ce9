//! Some threads add with atomicAdd while others read the sum as a plain variable.
//! expect: race
//! says: atomic
__global__ void ticket(int* counter, int* seen) {
  if (threadIdx.x % 2 == 0) {
    atomicAdd(counter, 1);  // fault
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = *counter;  // fault
}

int main() {
  int *counter, *seen;
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&seen, 64 * sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  ticket<<<2, 32>>>(counter, seen);
  cudaDeviceSynchronize();
  cudaFree(counter);
  cudaFree(seen);
}
