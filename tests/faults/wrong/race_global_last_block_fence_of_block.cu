//! The last block adds up what the others wrote, but their fence orders for threads of a block only.
//! expect: race
//! says: nothing says which comes first
__device__ unsigned arrived;

__global__ void sum(int* parts, int* result) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x + 1;  // other
  __threadfence_block();
  if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += parts[i];  // fault
    *result = total;
  }
}

int main() {
  int *parts, *result;
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  sum<<<8, 32>>>(parts, result);
  cudaDeviceSynchronize();
  cudaFree(parts);
  cudaFree(result);
}
