//! An index far beyond everything: the report tells the address.
//! expect: out_of_bounds
//! says: at address 0x210000000400, where nothing is allocated
__global__ void mark(int* p, long long i) { p[i] = 1; }  // fault

int main() {
  int* p;
  cudaMalloc(&p, 4);
  mark<<<1, 1>>>(p, 1LL << 38);
  return cudaDeviceSynchronize() == cudaSuccess;
}
