//! The third launch parameter counts elements where it must count bytes.
//! expect: out_of_bounds
//! who: Thread 64 of block 0
//! says: shared
//! says: third launch parameter
extern __shared__ float buffer[];

__global__ void running_copy(const float* in, float* out) {
  buffer[threadIdx.x] = in[threadIdx.x];  // fault
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

int main() {
  const int n = 256;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  running_copy<<<1, n, n>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
