// Ranks in three dimensions, every one exactly once.
#include <vector>

__global__ void ranks(int* out) {
  int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int rank = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
  out[rank] = rank;
}

int main() {
  const dim3 grid(3, 2, 4), block(5, 4, 3);
  const int n = 24 * 60;
  std::vector<int> host(n, -1);
  int* out;
  cudaMalloc(&out, n * sizeof(int));
  ranks<<<grid, block>>>(out);
  cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int i = 0; i < n; ++i) {
    if (host[i] != i)
      return 1;
  }
  return 0;
}
