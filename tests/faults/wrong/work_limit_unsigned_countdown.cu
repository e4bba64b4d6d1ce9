//! An unsigned counter is never below 0: the loop does not end.
//! env: WARPSCHOOL_WORK_LIMIT=1000000
//! flags: -O2 -w
//! expect: work_limit
//! says: loop
__global__ void backwards(const int* in, int* out, unsigned n) {
  for (unsigned i = n - 1; i >= 0; --i)  // fault
    out[i % n] += in[i % n];  // fault
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  backwards<<<1, 1>>>(in, out, 32);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
