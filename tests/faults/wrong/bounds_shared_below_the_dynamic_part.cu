//! Before the dynamic part of shared memory lie the arrays of fixed size.
//! expect: out_of_bounds
//! who: Thread 0 of block 0 read 4 bytes
//! says: 4 bytes before the beginning of the 256 bytes of dynamic shared memory
__global__ void step(const int* in, int* out) {
  extern __shared__ int cells[];
  __shared__ int totals[64];
  totals[threadIdx.x] = in[threadIdx.x];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int at = threadIdx.x;
  out[at] = cells[at - 1] + totals[63 - at];  // fault
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  step<<<1, 64, 64 * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
