//! __syncwarp() inside the guard, the block's barrier behind it.
//! expect: invalid_lane_mask
//! says: it names threads that wait at the barrier, at line 13
__global__ void rotate(int* data, int n) {
  __shared__ int words[64];
  const int t = threadIdx.x;
  int next = 0;
  if (t < n) {
    words[t] = data[t];
    __syncwarp();  // fault
    next = words[t / 32 * 32 + (t + 1) % 32];
  }
  __syncthreads();
  if (t < n)
    data[t] = next;
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  rotate<<<1, 64>>>(data, 50);
  cudaDeviceSynchronize();
  cudaFree(data);
}
