//! A scan of bytes without the barrier between reading and writing: each thread reads its own byte last.
//! expect: race
//! says: element 0 of 'bytes'
//! says: thread 1 of block 0 read it
__global__ void scan(unsigned char* out) {
  __shared__ unsigned char bytes[64];
  const unsigned t = threadIdx.x;
  bytes[t] = 1;
  __syncthreads();
  unsigned sum = 0;
  if (t >= 1) {
    sum = bytes[t - 1];  // other
  }
  sum += bytes[t];
  bytes[t] = static_cast<unsigned char>(sum);  // fault
  __syncthreads();
  out[t] = bytes[63 - t];
}

int main() {
  unsigned char* out;
  cudaMalloc(&out, 64);
  scan<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
