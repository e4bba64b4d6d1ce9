//! cudaFree comes before the last kernel that uses the memory.
//! expect: use_after_free
//! who: Thread 0 of block 0
//! says: freed at line 15
//! says: the 256-byte allocation
__global__ void add_one(int* p) {
  p[threadIdx.x] += 1;  // fault
}

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));  // allocation
  cudaMemset(p, 0, 64 * sizeof(int));
  add_one<<<1, 64>>>(p);
  cudaFree(p);
  add_one<<<1, 64>>>(p);
  cudaDeviceSynchronize();
}
