//! A grid-stride loop with a barrier in its body: the threads make different numbers of turns.
//! expect: divergent_barrier
//! says: __syncthreads()
__global__ void process(const int* in, int* out, int n) {
  __shared__ int s[32];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    s[threadIdx.x] = in[i];
    __syncthreads();  // fault
    out[i] = s[0];
    __syncthreads();  // fault
  }
  if (n > 1000)
    out[0] = s[31];
}

int main() {
  const int n = 40;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  process<<<1, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
