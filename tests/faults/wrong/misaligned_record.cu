//! A record of 1 + 8 bytes written without padding.
//! expect: misaligned
//! says: wrote 8 bytes
//! says: multiple of 8
__global__ void pack(unsigned char* out, double value) {
  unsigned char* record = out + threadIdx.x * 9;
  record[0] = 'd';
  *(double*)(record + 1) = value;  // fault
}

int main() {
  unsigned char* out;
  cudaMalloc(&out, 9 * 8);  // allocation
  pack<<<1, 8>>>(out, 0.5);
  cudaDeviceSynchronize();
  cudaFree(out);
}
