//! Half of each warp goes to a barrier, the other half does not.
//! expect: divergent_barrier
//! who: block 0
//! says: __syncthreads()
//! says: out of the if
//! says: to which 'if (t % 2 == 0)' at line 12 leads
//! says: thread 1 of its block went past it
__global__ void fill(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 2 == 0) {
    __syncthreads();  // fault
    s[t] += 1;
  }
  out[t] = s[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  fill<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
