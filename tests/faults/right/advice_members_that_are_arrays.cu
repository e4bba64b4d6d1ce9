//! Arrays as large as a pointer, whose sizeof is right: members of structs in pinned and in managed memory, and one that
//! has the name of a pointer further out.
//! prints: 4 6 12
#include <cstdio>
#include <cstdlib>

struct Pair {
  float first[2];
  float second[2];
};
__managed__ Pair managed;

__global__ void twice(float* x, int n) {
  if (threadIdx.x < n)
    x[threadIdx.x] *= 2;
}

int main() {
  Pair* pinned;
  float* d;
  const int n = 256;
  cudaMallocHost(&pinned, sizeof(Pair));
  *pinned = {{1, 2}, {0, 0}};
  managed = {{1, 3}, {0, 0}};
  cudaMalloc(&d, n * sizeof(float));

  cudaMemcpy(d, pinned->first, sizeof(pinned->first), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d, 2);
  cudaMemcpy(pinned->second, d, sizeof(pinned->second), cudaMemcpyDeviceToHost);
  cudaMemcpy(d, managed.first, sizeof(managed.first), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d, 2);
  cudaMemcpy(managed.second, d, sizeof(managed.second), cudaMemcpyDeviceToHost);

  float* h = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i)
    h[i] = i;
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  {
    float h[2] = {5, 6};
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  }
  twice<<<1, n>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", pinned->second[1], managed.second[1], h[1]);
  free(h);
  cudaFree(d);
  cudaFreeHost(pinned);
}
