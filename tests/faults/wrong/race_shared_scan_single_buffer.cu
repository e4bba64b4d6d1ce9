//! Hillis-Steele in one buffer: x[t] changes while thread t + offset still reads it.
//! expect: race
//! says: 'x'
//! says: compute into a variable, then __syncthreads(), then write it back
__global__ void inclusive_scan(int* data) {
  __shared__ int x[128];
  int t = threadIdx.x;
  x[t] = data[t];
  __syncthreads();
  for (int offset = 1; offset < 128; offset *= 2) {
    if (t >= offset)
      x[t] += x[t - offset];  // fault
    __syncthreads();
  }
  data[t] = x[t];
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  inclusive_scan<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
