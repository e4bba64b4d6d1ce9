//! The tile has 128 cells, the block 256 threads.
//! expect: out_of_bounds
//! who: Thread 128 of block 0
//! says: 'tile'
//! says: shared
__global__ void reverse(int* data) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = data[t];  // fault
  __syncthreads();
  data[t] = tile[blockDim.x - 1 - t];
}

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  reverse<<<1, 256>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
