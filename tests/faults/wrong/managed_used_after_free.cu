//! Managed memory is read by the host after cudaFree.
//! expect: use_after_free
//! says: freed
__global__ void one(int* x) {
  *x = 1;
}

int main() {
  int* x;
  cudaMallocManaged(&x, sizeof(int));  // allocation
  one<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  return *x == 2;  // fault
}
