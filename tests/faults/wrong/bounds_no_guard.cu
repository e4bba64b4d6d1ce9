//! Four blocks of 256 threads for 1000 elements, and no "if (i < n)".
//! expect: out_of_bounds
//! who: Thread 232 of block 3
//! says: 4 bytes past the end of the 4000-byte allocation
//! says: if (i < n)
#include <cstdlib>
#include <vector>

__global__ void vector_add(const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];  // fault
}

int main() {
  const int n = 1000;
  std::vector<float> host(n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));  // allocation
  cudaMalloc(&b, n * sizeof(float));  // allocation
  cudaMalloc(&c, n * sizeof(float));  // allocation
  cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  vector_add<<<(n + 255) / 256, 256>>>(a, b, c);
  cudaMemcpy(host.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
