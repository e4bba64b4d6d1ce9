//! A binary search that forgets the + 1, in many blocks: low stays where it is.
//! expect: deadlock
//! says: never ends
//! says: loop's condition
__global__ void find(const int* sorted, int n, int* where) {
  int low = 0, high = n - 1;
  int key = 50 + blockIdx.x * blockDim.x + threadIdx.x;
  while (low < high) {             // fault
    int middle = (low + high) / 2; // fault
    if (sorted[middle] <= key)     // fault
      low = middle;                // fault
    else
      high = middle - 1;           // fault
  }                                // fault
  where[blockIdx.x * blockDim.x + threadIdx.x] = low;
}

int main() {
  int host[1000];
  for (int i = 0; i < 1000; ++i)
    host[i] = 3 * i;
  int *sorted, *where;
  cudaMalloc(&sorted, sizeof host);
  cudaMalloc(&where, 1024 * sizeof(int));
  cudaMemcpy(sorted, host, sizeof host, cudaMemcpyHostToDevice);
  find<<<16, 64>>>(sorted, 1000, where);
  cudaDeviceSynchronize();
  cudaFree(sorted);
  cudaFree(where);
}
