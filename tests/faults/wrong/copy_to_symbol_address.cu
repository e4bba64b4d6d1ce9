//! cudaMemcpy to the symbol itself: on the host that is the address of a shadow variable.
//! expect: invalid_copy
//! says: cudaMemcpyToSymbol
__device__ int limits[4];

__global__ void clamp_all(int* v) {
  int x = v[threadIdx.x];
  v[threadIdx.x] = x < limits[0] ? limits[0] : x > limits[1] ? limits[1] : x;
}

int main() {
  const int host[4] = {1, 9, 0, 0};
  cudaMemcpy(limits, host, sizeof host, cudaMemcpyHostToDevice);  // fault
  int* v;
  cudaMalloc(&v, 32 * sizeof(int));
  cudaMemset(v, 0, 32 * sizeof(int));
  clamp_all<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
}
