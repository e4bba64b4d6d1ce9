//! The result is to be written into a variable of main.
//! expect: host_pointer
//! says: wrote 4 bytes
//! says: cudaMalloc
__global__ void answer(int* out) {
  *out = 42;  // fault
}

int main() {
  int result = 0;
  answer<<<1, 1>>>(&result);
  cudaDeviceSynchronize();
  return result == 42;
}
