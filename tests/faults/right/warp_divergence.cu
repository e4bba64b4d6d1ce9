// Lanes decide, then warps decide: both ways to write a branch give the same.
#include <vector>

__global__ void by_lane(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i % 2 == 0) {
      out[i] = 3 * in[i] + 1;
    } else {
      out[i] = in[i] / 2;
    }
  }
}

__global__ void by_warp(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int pair = i / 64 * 64 + (i % 32) * 2;
  if ((i / 32) % 2 == 0) {
    if (pair < n)
      out[pair] = 3 * in[pair] + 1;
  } else if (pair + 1 < n) {
    out[pair + 1] = in[pair + 1] / 2;
  }
}

int main() {
  const int n = 333;
  std::vector<int> host(n), a(n), b(n);
  for (int i = 0; i < n; ++i)
    host[i] = i * i;
  int *in, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMemcpy(in, host.data(), n * 4, cudaMemcpyHostToDevice);
  by_lane<<<6, 64>>>(in, out, n);
  cudaMemcpy(a.data(), out, n * 4, cudaMemcpyDeviceToHost);
  by_warp<<<6, 64>>>(in, out, n);
  cudaMemcpy(b.data(), out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return a == b && a[2] == 13 ? 0 : 1;
}
