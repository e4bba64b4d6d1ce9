//! The memory of a block's reduction is used for the next one before all threads are done with it.
//! expect: race
//! says: __syncthreads()
#include <cstdio>
#include <cub/cub.cuh>

__global__ void moments(const float* x, float* out) {
  typedef cub::BlockReduce<float, 256> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  float value = x[threadIdx.x];
  float sum = Reduce(temp).Sum(value);  // other
  // a barrier is missing here
  float squares = Reduce(temp).Sum(value * value);  // fault
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = squares;
  }
}

int main() {
  float host[256], *x, *out;
  for (int i = 0; i < 256; i++) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, 2 * sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  moments<<<1, 256>>>(x, out);
  cudaMemcpy(host, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[0], host[1]);
  cudaFree(x);
  cudaFree(out);
}
