// 256 bins a block in shared memory, merged with one atomic a bin.
#include <vector>

__global__ void histogram(const unsigned char* in, int n, unsigned* out) {
  __shared__ unsigned bins[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (bins[b] != 0)
      atomicAdd(&out[b], bins[b]);
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> h(n);
  unsigned expected[256] = {}, r[256];
  for (int i = 0; i < n; ++i)
    h[i] = (unsigned char)(i * i % 251), expected[h[i]]++;
  unsigned char* in;
  unsigned* out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof r);
  histogram<<<4, 96>>>(in, n, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int b = 0; b < 256; ++b) {
    if (r[b] != expected[b])
      return 1;
  }
  return 0;
}
