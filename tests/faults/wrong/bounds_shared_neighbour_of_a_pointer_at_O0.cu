//! Unoptimised, the pointer lies in the thread's stack between two steps.
//! flags: -O0
//! expect: out_of_bounds
//! who: Thread 31 of block 0 read 4 bytes
//! says: 4 bytes past the end of the 256-byte __shared__ variable
//! says: cells
__global__ void sum(const int* in, int* out, int n) {
  __shared__ int cells[64], weights[64];
  cells[threadIdx.x] = in[threadIdx.x];
  weights[threadIdx.x] = 1;
  __syncthreads();
  int* at = cells + threadIdx.x;
  int total = 0;
  for (int i = 0; i < n; i++)
    total += *at++;  // fault
  out[threadIdx.x] = total * weights[63 - threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(in, out, 64);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
