// A tree in shared memory, sequential addressing, one atomic a block; the last block is partial.
#include <vector>

__global__ void reduce(const int* in, int* sum, int n) {
  extern __shared__ int cell[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  cell[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      cell[t] += cell[t + s];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(sum, cell[0]);
}

int main() {
  const int n = 1000, block = 128;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int *in, *sum, result = 0;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(int));
  reduce<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, sum, n);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(sum);
  return result == n * (n - 1) / 2 ? 0 : 1;
}
