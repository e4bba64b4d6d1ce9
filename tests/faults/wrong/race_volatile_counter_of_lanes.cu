//! All lanes of a warp add to one volatile variable.
//! expect: race
//! says: what another did in between is lost
__device__ volatile int found;

__global__ void count(const int* x) {
  if (x[threadIdx.x] > 2)
    found++;  // fault
}

int main() {
  int host[32];
  for (int i = 0; i < 32; ++i)
    host[i] = i % 5;
  int* x;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
