//! An index of -1 of the first array in shared memory, by generic addresses.
//! expect: out_of_bounds
//! flags: -O0
//! who: Thread 0 of block 0 read 4 bytes
//! says: 4 bytes before the beginning of the 256-byte __shared__ variable
//! says: index -1, and the first is 0
//! says: tile
__global__ void differences(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int at = threadIdx.x;
  out[at] = tile[at] - tile[at - 1];  // fault
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  differences<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
