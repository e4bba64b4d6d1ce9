//! The second launch waits for a flag that the first one has set.
//! expect: race
//! says: had its value when the launch began
//! says: Clear the flags before each launch
__global__ void hand_over(int* data, volatile int* ready, int* out, int seed) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = seed + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *ready = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*ready == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];  // fault
  }
}

int main() {
  int *data, *ready, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&ready, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(ready, 0, sizeof(int));
  hand_over<<<2, 64>>>(data, ready, out, 100);
  hand_over<<<2, 64>>>(data, ready, out, 200);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(ready);
  cudaFree(out);
}
