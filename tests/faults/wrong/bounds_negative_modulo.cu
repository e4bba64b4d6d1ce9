//! (i - shift) % n is negative for i < shift.
//! expect: out_of_bounds
//! who: Thread 0 of block 0
//! says: before the beg
template <typename T>
__global__ void rotate(const T* in, T* out, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[(i - shift) % n];  // fault
}

int main() {
  const int n = 64;
  double *in, *out;
  cudaMalloc(&in, n * sizeof(double));  // allocation
  cudaMalloc(&out, n * sizeof(double));
  cudaMemset(in, 0, n * sizeof(double));
  rotate<double><<<1, 64>>>(in, out, n, 5);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
