//! Thread 0 clears the total and adds to it at once; the first threads of other warps add without having waited.
//! expect: race
//! says: __syncthreads()
__global__ void sum(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;  // fault
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&total, value);  // fault
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  sum<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
