//! A word is read one byte after its beginning: misaligned, as a device says, although its last byte
//! also lies behind the allocation.
//! expect: misaligned
//! says: read 4 bytes
//! says: multiple of 4
__global__ void second_byte_on(const char* text, int* out) {
  out[0] = *(const int*)(text + threadIdx.x);  // fault
}

int main() {
  char* text;
  int* out;
  cudaMalloc(&text, 4);  // allocation
  cudaMalloc(&out, sizeof(int));
  cudaMemset(text, 1, 4);
  second_byte_on<<<1, 2>>>(text, out);
  const bool is_misaligned = cudaDeviceSynchronize() == cudaErrorMisalignedAddress;
  cudaFree(text);
  cudaFree(out);
  return is_misaligned ? 0 : 1;
}
