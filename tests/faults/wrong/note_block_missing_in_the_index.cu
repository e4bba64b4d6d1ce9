//! The index has no blockIdx: four blocks write the same elements.
//! expect: note
//! status: 0
//! says: only the first 1024 were ever written
//! says: 256 elements of 4 bytes, as many as a block of the kernel 'add' had threads
//! says: Is blockIdx.x * blockDim.x missing from the index?
//! env: WARPSCHOOL_CHECKS=uninitialised
__global__ void add(const int* a, const int* b, int* sums, int n) {
  int i = threadIdx.x;
  if (i < n)
    sums[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  int h[n], *a, *b, *sums;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&sums, sizeof h);  // allocation
  cudaMemset(a, 0, sizeof h);
  cudaMemset(b, 0, sizeof h);
  add<<<4, 256>>>(a, b, sums, n);
  cudaMemcpy(h, sums, sizeof h, cudaMemcpyDeviceToHost);  // fault
  cudaFree(a);
  cudaFree(b);
  cudaFree(sums);
}
