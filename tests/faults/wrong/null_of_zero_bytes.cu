//! 65536 * 65536 is 0 as an int, and memory of 0 bytes is null.
//! expect: out_of_bounds
//! says: null pointer
//! says: of 0 bytes it gives null
__global__ void fill(char* p) {
  p[threadIdx.x] = 1;  // fault
}

int main() {
  int n = 1 << 16;
  char* p;
  cudaMalloc(&p, n * n);
  fill<<<1, 64>>>(p);
  cudaDeviceSynchronize();
}
