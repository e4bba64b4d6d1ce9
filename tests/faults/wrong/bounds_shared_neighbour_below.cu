//! An index of -1 of the second array in shared memory is the last cell of the first.
//! expect: out_of_bounds
//! who: Thread 0 of block 0 read 4 bytes
//! says: 4 bytes before the beginning of the 256-byte __shared__ variable
//! says: second
__global__ void step(const int* in, int* out) {
  __shared__ int first[64];
  __shared__ int second[64];
  first[threadIdx.x] = in[threadIdx.x];
  second[threadIdx.x] = -in[threadIdx.x];
  __syncthreads();
  int at = threadIdx.x;
  out[at] = second[at - 1] + first[63 - at];  // fault
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  step<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
