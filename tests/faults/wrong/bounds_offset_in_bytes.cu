//! Chunks begin at bytes where the pointer counts elements.
//! expect: out_of_bounds
//! who: Thread 0 of block 0
//! says: what was added to the pointer
__global__ void fill(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = i;  // fault
}

int main() {
  const int chunk = 256;
  float* p;
  cudaMalloc(&p, 4 * chunk * sizeof(float));  // allocation
  for (int k = 0; k < 4; ++k)
    fill<<<1, chunk>>>(p + k * chunk * sizeof(float), chunk);
  cudaDeviceSynchronize();
  cudaFree(p);
}
