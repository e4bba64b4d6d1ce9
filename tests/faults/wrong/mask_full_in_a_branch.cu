//! A shuffle with the full mask in a branch that half of the warp takes.
//! expect: invalid_lane_mask
//! says: 0xffffffff
__global__ void half_sum(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16) {
    for (int d = 8; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);  // fault
    if (threadIdx.x == 0)
      *out = v;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 128);
  half_sum<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
