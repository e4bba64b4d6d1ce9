//! Device memory comes from a helper, which names its sizes otherwise; the host's blocks of malloc and calloc say what n is.
//! expect: note
//! status: 0
//! says: :29: cudaMemcpy: n counts elements
//! says: :30: cudaMemcpy: n counts elements
//! says: only 500 of the 2000 bytes
#include <cstdio>
#include <cstdlib>

static float* make(int items) {
  float* p;
  cudaMalloc(&p, sizeof(float[1]) * (size_t)items);
  return p;
}

__global__ void number(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = i;
}

int main() {
  int n = 500;
  size_t bytes = n * sizeof(float);
  float* h = (float*)malloc(bytes);
  float* zeros = (float*)calloc(n, sizeof(float));
  float* d = make(n);
  number<<<2, 256>>>(d, n);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(zeros, d, n, cudaMemcpyDeviceToHost);
  cudaFree(d);
  free(h);
  free(zeros);
}
