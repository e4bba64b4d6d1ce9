// The program gives up, with a message, before it comes to its copy back.
//! status: 3
#include <cstdlib>
#include <vector>
__global__ void twice(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}
int main(int argc, char**) {
  const int n = 1000;
  std::vector<float> h(n, 1.0f);
  float *d, *e;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&e, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d, e, n);
  cudaDeviceSynchronize();
  if (argc < 2) {
    cudaFree(d);
    cudaFree(e);
    exit(3);
  }
  cudaMemcpy(h.data(), e, n * sizeof(float), cudaMemcpyDeviceToHost);
}
