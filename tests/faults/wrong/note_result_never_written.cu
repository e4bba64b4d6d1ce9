//! The kernel writes into its input: the result that is copied back is what lay there.
//! expect: note
//! status: 1
//! says: none of the 400 bytes that are copied to the host were written before
//! says: The last kernel, 'twice', was given this memory and wrote nothing there
#include <cstdio>

__global__ void twice(float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    in[i] = 2 * in[i];
}

int main() {
  const int n = 100;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i)
    h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);  // allocation
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 128>>>(in, out, n);
  for (int turn = 0; turn < 2; ++turn)
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);  // fault
  cudaFree(in);
  cudaFree(out);
  return h[1] != 2;
}
