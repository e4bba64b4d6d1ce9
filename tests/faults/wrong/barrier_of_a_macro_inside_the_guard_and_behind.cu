//! One macro makes two barriers of its own line, and only one warp comes to the first.
//! expect: divergent_barrier
//! says: comes from the same line
#define HALVE_AND_SHARE(v, mine) \
  if (mine) {                    \
    (v) /= 2;                    \
    __syncthreads();             \
  }                              \
  (v) += 1;                      \
  __syncthreads();

__global__ void shares(int* x) {
  int v = x[threadIdx.x];
  HALVE_AND_SHARE(v, threadIdx.x < 32)  // fault
  x[threadIdx.x] = v;
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  shares<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
