//! Arrays in device memory and in constant memory are copied by as many bytes as they have elements.
//! expect: note
//! status: 0
//! says: :22: cudaMemcpyToSymbol: 2*kRadius+1 counts elements
//! says: :23: cudaMemcpyToSymbol: 100 counts elements, but the size is meant in bytes: only 100 of the 400 bytes of the 400-byte variable 'bins'
//! says: 100 * sizeof(type)
//! says: :25: cudaMemcpyFromSymbol: 100 counts elements
const int kRadius = 2;
__constant__ float taps[2 * kRadius + 1];
__device__ int bins[100];

__global__ void count(const float* x, int n) {
  if (threadIdx.x < n)
    atomicAdd(&bins[int(x[threadIdx.x] * taps[0])], 1);
}

int main() {
  const float weights[2 * kRadius + 1] = {1, 2, 3, 2, 1};
  int host[100] = {};
  float* x;
  cudaMalloc(&x, 64);
  cudaMemcpyToSymbol(taps, weights, 2 * kRadius + 1);
  cudaMemcpyToSymbol(bins, host, 100);
  count<<<1, 32>>>(x, 0);
  cudaMemcpyFromSymbol(host, bins, 100);
  cudaFree(x);
}
