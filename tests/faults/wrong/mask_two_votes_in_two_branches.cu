//! Odd and even threads vote in different lines, each with the full mask.
//! expect: invalid_lane_mask
//! says: it names threads that wait in another call, at line
//! says: __ballot_sync from before it
__global__ void votes(const int* in, int* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = __all_sync(0xffffffff, in[t] > 5);  // fault
  } else {
    out[t] = 2 * __any_sync(0xffffffff, in[t] > 5);  // fault
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  votes<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
