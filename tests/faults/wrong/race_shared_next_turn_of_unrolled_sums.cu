//! The sums of a tile are read while the next tile's are written. The loop over them is unrolled,
//! and each of its loads stands for two lines: none is told of the barrier's.
//! expect: race
__global__ void sums_before(const int* values, int* all, int tiles) {
  __shared__ int sums[4];
  for (int tile = 0; tile < tiles; ++tile) {
    const int warp = threadIdx.x / 32;
    int before = 0, total = 0;
    if (threadIdx.x % 32 == 0) {
      sums[warp] = values[tile * 4 + warp];  // fault
    }
    __syncthreads();
    for (int w = 0; w < 4; ++w) {
      if (w < warp) before += sums[w];  // fault
      total += sums[w];                 // fault
    }
    all[threadIdx.x] += before * total;
  }
}

int main() {
  int host[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int *values, *all;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&all, 128 * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(all, 0, 128 * sizeof(int));
  sums_before<<<1, 128>>>(values, all, 2);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(all);
}
