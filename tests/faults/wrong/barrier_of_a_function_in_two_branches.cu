//! Two warps call one function with a barrier, each in a branch of its own: where the function becomes part of the kernel,
//! its two barriers stand at one place of the source.
//! expect: divergent_barrier
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
