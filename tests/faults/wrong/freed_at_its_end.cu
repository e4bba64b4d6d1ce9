//! The pointer was moved to the end before it is freed.
//! expect: invalid_free
//! says: 400 bytes behind the begin of the 400-byte allocation
//! says: not one that was moved
__global__ void fill(int* p) {
  p[threadIdx.x] = threadIdx.x;
}

int main() {
  int* p;
  cudaMalloc(&p, 400);
  for (int half = 0; half < 2; ++half, p += 50)
    fill<<<1, 50>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);  // fault
}
