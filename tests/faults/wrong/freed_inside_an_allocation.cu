//! The pointer was moved on before it was freed.
//! expect: invalid_free
//! says: cudaFree
__global__ void clear(int* p) {
  p[threadIdx.x] = 0;
}

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));  // allocation
  for (int part = 0; part < 2; ++part, p += 32)
    clear<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  p -= 32;
  return cudaFree(p) == cudaSuccess ? 0 : 1;  // fault
}
