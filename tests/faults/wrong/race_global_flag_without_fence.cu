//! Block 0 hands data to block 1 through a volatile flag, without a fence.
//! expect: race
//! says: __threadfence()
__device__ int payload[32];
__device__ volatile int ready;

__global__ void hand_over(int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    payload[t] = 100 + t;  // fault
    __syncthreads();
    if (t == 0)
      ready = 1;
  } else {
    while (ready == 0) {
    }
    out[t] = payload[t];  // fault
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
