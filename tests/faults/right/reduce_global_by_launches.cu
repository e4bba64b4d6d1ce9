// The doubling stride over global memory, one launch a step.
#include <vector>

__global__ void step(int* x, int n, int stride) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * stride;
  if (i + stride < n)
    x[i] += x[i + stride];
}

int main() {
  const int n = 1000;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int stride = 1; stride < n; stride *= 2)
    step<<<(n / (2 * stride) + 64) / 64, 64>>>(x, n, stride);
  int sum = 0;
  cudaMemcpy(&sum, x, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(x);
  return sum == n * (n - 1) / 2 ? 0 : 1;
}
