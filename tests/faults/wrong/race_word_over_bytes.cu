//! Four threads write a byte each, one reads all four as a word: the barrier between is missing.
//! expect: race
//! says: 'words'
//! says: wrote it
__global__ void pack(unsigned* out) {
  __shared__ unsigned words[32];
  unsigned char* const bytes = reinterpret_cast<unsigned char*>(words);
  const unsigned t = threadIdx.x;
  bytes[t] = static_cast<unsigned char>(t);  // other
  if (t < 32) {
    out[t] = words[t];  // fault
  }
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  pack<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
