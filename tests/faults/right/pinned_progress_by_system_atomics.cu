//! Blocks count themselves in mapped memory with system-wide atomics, and the host watches the counter while the kernel runs.
#include <cstdio>

__global__ void work(float* cells, int n, int* done, unsigned long long* total, float* sum, double* product) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cells[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicMax_system(total, 5ull);
    atomicOr_system(total, 8ull);
    atomicAdd_system(sum, 0.5f);
    atomicAdd_system(product, 0.25);
    atomicCAS_system(total + 1, 0ull, 7ull);
    atomicExch_system(done + 1, 3);
    atomicAdd_system(done, 1);
  }
}

int main() {
  const int n = 1000, blocks = 8;
  int* done;
  unsigned long long* total;
  float *cells, *sum;
  double* product;
  cudaHostAlloc(&done, 2 * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&total, 2 * sizeof(unsigned long long), cudaHostAllocMapped);
  cudaHostAlloc(&sum, sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&product, sizeof(double), cudaHostAllocMapped);
  cudaMalloc(&cells, n * sizeof(float));
  done[0] = done[1] = 0;
  total[0] = total[1] = 0;
  *sum = 0;
  *product = 0;
  work<<<blocks, 128>>>(cells, n, done, total, sum, product);
  while (*(volatile int*)done < blocks) {
  }
  if (done[1] != 3 || total[0] != 13 || total[1] != 7 || *sum != 4 || *product != 2) return 1;
  cudaDeviceSynchronize();
  cudaFree(cells);
  cudaFreeHost(done);
  cudaFreeHost(total);
  cudaFreeHost(sum);
  cudaFreeHost(product);
  std::printf("all blocks came by\n");
}
