// Only the first part of a buffer is filled, used and copied back.
#include <vector>

__global__ void square(int* p, int used) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < used)
    p[i] *= p[i];
}

int main() {
  const int capacity = 1000, used = 77;
  std::vector<int> h(used);
  for (int i = 0; i < used; ++i)
    h[i] = i;
  int* p;
  cudaMalloc(&p, capacity * sizeof(int));
  cudaMemcpy(p, h.data(), used * sizeof(int), cudaMemcpyHostToDevice);
  square<<<(capacity + 127) / 128, 128>>>(p, used);
  cudaMemcpy(h.data(), p, used * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(p);
  return h[76] == 76 * 76 ? 0 : 1;
}
