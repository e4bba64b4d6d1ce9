// An inclusive scan in global memory: volatile lets no thread wait for the others' step.
//! expect: race
//! says: it lets no thread wait for another
//! status: 86
__global__ void scan(volatile int* values) {
  int i = threadIdx.x;
  for (int distance = 1; distance < blockDim.x; distance *= 2)
    if (i >= distance)
      values[i] += values[i - distance];  // fault
}

int main() {
  int* values;
  cudaMalloc(&values, 256 * sizeof(int));  // allocation
  cudaMemset(values, 0, 256 * sizeof(int));
  scan<<<1, 256>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
