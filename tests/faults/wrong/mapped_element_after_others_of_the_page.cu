//! The first and the last element are the host's alone, and may be read at once; the second one is not.
//! expect: unsynchronised_access
//! says: the kernel launched at line
#include <cstdio>

__global__ void average(float* out, const float* in, int n) {
  const int i = threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main() {
  const int n = 8;
  float *in, *out;
  cudaMallocHost(&in, n * sizeof(float));
  cudaMallocHost(&out, n * sizeof(float));  // allocation
  for (int i = 0; i < n; i++) in[i] = out[i] = i;
  average<<<1, n>>>(out, in, n);
  std::printf("%g\n", out[0]);
  std::printf("%g\n", out[n - 1]);
  std::printf("%g\n", out[1]);  // fault
  cudaDeviceSynchronize();
  cudaFreeHost(in);
  cudaFreeHost(out);
}
