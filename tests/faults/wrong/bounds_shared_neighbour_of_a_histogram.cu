//! A value that is too large counts in the bins of something else.
//! expect: out_of_bounds
//! who: Thread 40 of block 0 (and 23 more of its warp) atomically updated 4 bytes
//! says: past the end of the 160-byte __shared__ variable
//! says: bins
__global__ void count(const int* in, int* out) {
  __shared__ int bins[40], others[40];
  if (threadIdx.x < 40) {
    bins[threadIdx.x] = 0;
    others[threadIdx.x] = 0;
  }
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1);  // fault
  atomicAdd(&others[in[threadIdx.x] / 2], 1);
  __syncthreads();
  if (threadIdx.x < 40)
    out[threadIdx.x] = bins[threadIdx.x] + others[threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
