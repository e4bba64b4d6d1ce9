//! A pointer that was never set, and an index in the millions.
//! expect: out_of_bounds
//! says: at address 0x3d0900: this looks like a null pointer and an index (index 1000000 of 4-byte elements)
__global__ void mark(int* p, int i) { p[i] = 1; }  // fault

int main() {
  int* p = nullptr;
  mark<<<1, 1>>>(p, 1000000);
  return cudaDeviceSynchronize() == cudaSuccess;
}
