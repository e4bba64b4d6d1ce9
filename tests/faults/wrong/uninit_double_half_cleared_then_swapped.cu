//! A double that is cleared as if it were a float, and added to by compare-and-swap.
//! expect: uninitialised_read
//! flags: -O2
__device__ double add(double* address, double value) {
  unsigned long long* word = (unsigned long long*)address;
  unsigned long long old = *word, seen;  // fault
  do {
    seen = old;
    old = atomicCAS(word, seen, __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}

__global__ void sum(const double* x, double* total) { add(total, x[threadIdx.x]); }

int main() {
  double *x, *total;
  cudaMalloc(&x, 32 * sizeof(double));
  cudaMalloc(&total, sizeof(double));
  cudaMemset(x, 0, 32 * sizeof(double));
  cudaMemset(total, 0, sizeof(float));
  sum<<<1, 32>>>(x, total);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(total);
}
