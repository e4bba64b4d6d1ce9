//! A sum by shuffles in a block of 50 threads: lanes 18 to 31 of the second warp do not exist.
//! expect: note
//! says: multiple of 32 threads
//! status: 0
//! says: no such thread
__global__ void sum(const int* x, int* out) {
  int value = x[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);  // fault
  if (threadIdx.x % 32 == 0)
    atomicAdd(out, value);
}

int main() {
  int *x, *out;
  cudaMalloc(&x, 50 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(x, 0, 50 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  sum<<<1, 50>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
