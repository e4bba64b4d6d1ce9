//! The unrolled last warp of old reductions: volatile is no __syncwarp.
//! expect: race
//! says: __syncwarp()
__device__ void last_warp(volatile float* s, int t) {
  s[t] += s[t + 16];  // fault
  s[t] += s[t + 8];   // fault
  s[t] += s[t + 4];   // fault
  s[t] += s[t + 2];   // fault
  s[t] += s[t + 1];   // fault
}

__global__ void reduce(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16)
    s[t + 32] = 0.0f;
  __syncthreads();
  if (t < 32)
    last_warp(s, t);
  if (t == 0)
    *out = s[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 128);
  reduce<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
