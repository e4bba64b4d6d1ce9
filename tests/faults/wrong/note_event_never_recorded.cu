//! The time between two events is asked for, but the first was never recorded.
//! expect: note
//! says: the first event was never recorded
//! status: 0
__global__ void work(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  work<<<1, 32>>>(data);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);  // fault
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(data);
}
