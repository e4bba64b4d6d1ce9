//! The input is copied back for a look, and the copy of the result stands there: this run only does not come to it.
//! prints: 1
#include <cstdio>
#include <vector>

__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main(int argc, char**) {
  const int n = 1000;
  std::vector<float> in(n, 1), out(n);
  float *device_in, *device_out;
  cudaMalloc(&device_in, n * sizeof(float));
  cudaMalloc(&device_out, n * sizeof(float));
  cudaMemcpy(device_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(device_in, device_out, n);
  cudaMemcpy(in.data(), device_in, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (argc > 1)
    cudaMemcpy(out.data(), device_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", in[5]);
  cudaFree(device_in);
  cudaFree(device_out);
}
