//! The copy back stands there, in a function that is given the direction; this run only does not come to it.
#include <vector>

__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

void move(void* to, const void* from, size_t bytes, cudaMemcpyKind direction) {
  cudaMemcpy(to, from, bytes, direction);
}

int main(int argc, char**) {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, bytes);
  move(d, h.data(), bytes, cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
  if (argc > 1)
    move(h.data(), d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
