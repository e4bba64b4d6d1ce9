//! A warp's sum through shared memory that relies on lockstep: no __syncwarp.
//! expect: race
//! says: __syncwarp()
__global__ void warp_sum(const int* in, int* out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  // fault
  for (int d = 16; d > 0; d >>= 1) {
    if (lane < d)
      s[lane] += s[lane + d];  // fault
  }
  if (lane == 0)
    *out = s[0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 128);
  warp_sum<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
