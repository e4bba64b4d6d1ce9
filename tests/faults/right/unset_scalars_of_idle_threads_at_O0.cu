//! flags: -O0
//! Threads without work get no value from a helper; what they make of the rubbish is dropped.
#include <cstdio>

__device__ bool fetch(const float* in, int i, int n, float& value, int* index) {
  if (i >= n)
    return false;
  value = in[i];
  *index = i;
  return true;
}

__global__ void scale(const float* in, float* out, int n) {
  __shared__ float staged[64];
  int i = threadIdx.x, index;
  float value;
  bool found = fetch(in, i, n, value, &index);
  float twice = 2 * value;
  staged[i] = value;
  if (found)
    out[index] = twice;
  __syncthreads();
  if (i + 1 < n)
    out[i] += staged[i + 1];
}

int main() {
  const int n = 50;
  float host[n], *in, *out;
  for (int i = 0; i < n; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  scale<<<1, 64>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%g %g\n", host[0], host[n - 1]);
}
