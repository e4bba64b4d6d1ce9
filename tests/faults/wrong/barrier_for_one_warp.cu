//! Only the first warp goes into a reduction with barriers; the second ends without one, which devices from sm_70 on do not
//! mind.
//! expect: note
//! status: 0
//! says: __syncthreads()
__device__ void tree(int* s, int t, int n) {
  for (int half = n / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
    __syncthreads();  // fault
  }
}

__global__ void sum(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    tree(s, threadIdx.x, 64);
    if (threadIdx.x == 0)
      *out = s[0];
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 256);
  sum<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
