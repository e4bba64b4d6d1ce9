//! A stencil reads one cell too many, which is one of another array.
//! expect: out_of_bounds
//! who: Thread 63 of block 0 read 4 bytes
//! says: 4 bytes past the end of the 256-byte __shared__ variable
//! says: now
__global__ void step(const int* in, int* out) {
  __shared__ int now[64], before[64];
  now[threadIdx.x] = in[threadIdx.x];
  before[threadIdx.x] = 0;
  __syncthreads();
  int sum = now[threadIdx.x] + now[threadIdx.x + 1];  // fault
  out[threadIdx.x] = sum + before[63 - threadIdx.x];
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
