// A barrier between a few resident blocks: a counter and a generation, with fences.
__device__ int arrived = 0;
__device__ volatile int generation = 0;

__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    int mine = generation;
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      generation = mine + 1;
    } else {
      while (generation == mine) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void rotate(int* a, int* b, int rounds) {
  int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    b[i] = a[(i + 1) % n];
    grid_barrier();
    a[i] = b[i];
    grid_barrier();
  }
}

int main() {
  int h[128], *a, *b;
  for (int i = 0; i < 128; ++i)
    h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<<<4, 32>>>(a, b, 3);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < 128; ++i) {
    if (h[i] != (i + 3) % 128)
      return 1;
  }
  return 0;
}
