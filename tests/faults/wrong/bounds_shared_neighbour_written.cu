//! The cell past the end of an array in shared memory is the first of the next array.
//! expect: out_of_bounds
//! who: Thread 63 of block 0 wrote 4 bytes
//! says: 4 bytes past the end of the 256-byte __shared__ variable
//! says: left
//! says: as 4-byte elements: index 64, and the last is 63
__global__ void shift(const int* in, int* out) {
  __shared__ int left[64], right[64];  // allocation
  right[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  left[threadIdx.x + 1] = in[threadIdx.x];  // fault
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x] + right[63 - threadIdx.x];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  shift<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
