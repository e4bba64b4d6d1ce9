//! The same unoptimised: both calls come to one instruction.
//! expect: divergent_barrier
//! flags: -O0
__device__ void publish(int* x, int value) {
  x[threadIdx.x] = value;
  __syncthreads();  // fault
}

__global__ void sides(int* x) {
  if (threadIdx.x < 32) {
    publish(x, 1);
  } else {
    publish(x, 2);
    x[threadIdx.x] += x[threadIdx.x - 32];
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  sides<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
