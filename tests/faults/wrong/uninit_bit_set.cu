//! Bits are set in words that were never cleared.
//! expect: uninitialised_read
//! says: 'seen'
__global__ void mark(const int* values, unsigned* sets) {
  __shared__ unsigned seen[32];
  int t = threadIdx.x;
  seen[t] |= 1u << values[t] % 32;  // fault
  sets[t] = seen[t];
}

int main() {
  int host[32] = {};
  int* values;
  unsigned* sets;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sets, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  mark<<<1, 32>>>(values, sets);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(sets);
}
