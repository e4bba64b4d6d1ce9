//! Each thread writes one byte; warps 2 to 7 read bytes of earlier warps, always the first of a word. No barrier.
//! expect: race
//! says: __syncthreads()
__global__ void shift(int* out) {
  __shared__ unsigned char bytes[256];
  const int t = threadIdx.x;
  bytes[t] = t;  // other
  if (t >= 64 && t % 4 == 0)
    out[t] = bytes[t - 64];  // fault
}

int main() {
  int* out;
  cudaMalloc(&out, 256 * sizeof(int));
  shift<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
