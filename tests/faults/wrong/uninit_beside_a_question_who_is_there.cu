//! A value that nobody wrote is on its way while the warp asks who is active.
//! expect: uninitialised_read
__global__ void sums(const int* x, unsigned* out) {
  __shared__ int s[32];
  if (threadIdx.x % 2 == 0)
    s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int mine = s[threadIdx.x];  // fault
  unsigned there = __activemask();
  out[threadIdx.x] = there + mine;
}

int main() {
  int* x;
  unsigned* out;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(unsigned));
  cudaMemset(x, 0, 32 * sizeof(int));
  sums<<<1, 32>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
