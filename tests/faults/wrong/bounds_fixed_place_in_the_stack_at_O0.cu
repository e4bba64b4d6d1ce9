//! The element past the end has a fixed place: clang knows it without running the program, and warns of plain a[4] only.
//! flags: -O0
//! expect: out_of_bounds
//! says: an element that its array does not have
__global__ void fill(int* out) {
  int a[4], b[4];
  for (int i = 0; i < 4; i++) {
    a[i] = b[i] = i;
  }
  *(a + 4) = 7;  // fault
  out[threadIdx.x] = a[threadIdx.x % 4] + b[0];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
