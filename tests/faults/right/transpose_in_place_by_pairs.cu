// In place, one thread a pair: the owner of (x, y) with x < y exchanges both.
#include <vector>

__global__ void transpose(int* m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < y && y < n) {
    int t = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = t;
  }
}

int main() {
  const int n = 37;
  std::vector<int> host(n * n);
  for (int i = 0; i < n * n; ++i)
    host[i] = i;
  int* m;
  cudaMalloc(&m, n * n * sizeof(int));
  cudaMemcpy(m, host.data(), n * n * sizeof(int), cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 3), dim3(16, 16)>>>(m, n);
  cudaMemcpy(host.data(), m, n * n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(m);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      if (host[y * n + x] != x * n + y)
        return 1;
  return 0;
}
