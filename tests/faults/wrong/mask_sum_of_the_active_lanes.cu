//! The last warp adds with the lanes that are there, and asks for others all the same.
//! expect: invalid_lane_mask
//! says: asked for the value of lane
//! says: That lane does not take part
//! says: with a value that changes nothing
__global__ void sum(const int* x, int n, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int value = x[i];
    for (int distance = 16; distance > 0; distance /= 2)
      value += __shfl_down_sync(__activemask(), value, distance);  // fault
    if (threadIdx.x % 32 == 0)
      atomicAdd(total, value);
  }
}

int main() {
  const int n = 84;
  int *x, *total;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  sum<<<3, 32>>>(x, n, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
