//! sizeof of the pointer is 8, however many numbers it points to.
//! expect: out_of_bounds
//! who: Thread 2 of block 0
//! says: the size of a pointer
__global__ void twice(float* x, int n) {
  if (threadIdx.x < n)
    x[threadIdx.x] = 2.0f * threadIdx.x;  // fault
}

int main() {
  float *host = new float[64](), *x;
  cudaMalloc(&x, sizeof(host));  // allocation
  twice<<<1, 64>>>(x, 64);
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(x);
  delete[] host;
}
