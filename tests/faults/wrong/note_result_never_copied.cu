//! The copy back is missing: the host prints what its array began with.
//! flags: -O2
//! expect: note
//! status: 0
//! says: nothing that kernels wrote was ever copied to the host: the last, 'twice'
//! says: writes to the 4000-byte allocation made at
//! says: cudaMemcpyDeviceToHost
#include <cstdio>
#include <vector>

__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main() {
  const int n = 1000;
  std::vector<float> in(n, 1), out(n);
  float *device_in, *device_out;
  cudaMalloc(&device_in, n * sizeof(float));
  cudaMalloc(&device_out, n * sizeof(float));
  cudaMemcpy(device_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(device_in, device_out, n);
  cudaDeviceSynchronize();
  printf("%g\n", out[5]);
  cudaFree(device_in);
  cudaFree(device_out);
}
