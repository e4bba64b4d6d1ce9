//! The first half of a warp adds up its values, but its first step is for a whole warp.
//! expect: invalid_lane_mask
//! says: asked for the value of lane
//! says: line 15 uses what came
__device__ int sum_of_half(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffff, value, distance);  // fault
  return value;
}

__global__ void sum(const int* x, int* total) {
  if (threadIdx.x < 16) {
    int half = sum_of_half(x[threadIdx.x]);
    if (threadIdx.x == 0)
      total[0] = half;
  }
}

int main() {
  int *x, *total;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  sum<<<1, 32>>>(x, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
