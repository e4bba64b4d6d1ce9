//! A parameter by reference is the address of the host's variable.
//! expect: host_pointer
//! says: by value, not by reference
__global__ void fill(const int& n, float* x) {
  if (threadIdx.x < n)  // fault
    x[threadIdx.x] = 1;
}

int main() {
  int n = 64;
  float* x;
  cudaMalloc(&x, 256);
  fill<<<1, 64>>>(n, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
