//! No barrier between filling the tile and reading it backwards.
//! expect: race
//! says: 'tile'
//! says: __syncthreads()
__global__ void reverse(int* data) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = data[t];       // fault
  data[t] = tile[63 - t];  // fault
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
