//! A macro has a barrier in each of two branches: both stand at one place of the source, and no thread comes to both.
//! expect: divergent_barrier
#define STORE(first, second)  \
  if (threadIdx.x < 32) {     \
    x[threadIdx.x] = first;   \
    __syncthreads();          \
  } else {                    \
    x[threadIdx.x] = second;  \
    __syncthreads();          \
  }

__global__ void sides(int* x) {
  STORE(1, 2)  // fault
  x[threadIdx.x] *= 2;
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  sides<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
