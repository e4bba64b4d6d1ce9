//! b was never copied to the device.
//! expect: uninitialised_read
//! who: Thread 0 of block 0
//! says: the 128-byte allocation
//! says: cudaMemcpy
__global__ void add(const float* a, const float* b, float* c) {
  int i = threadIdx.x;
  c[i] = a[i] + b[i];  // fault
}

int main() {
  float host[32] = {};
  float *a, *b, *c;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);  // allocation
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  add<<<1, 32>>>(a, b, c);
  cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
