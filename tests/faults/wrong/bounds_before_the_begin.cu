//! A three-point mean that reads the left neighbour of element 0.
//! expect: out_of_bounds
//! who: Thread 0 of block 0
//! says: read 4 bytes
//! says: 4 bytes before the beg
//! says: below 0
__global__ void smooth(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) {
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;  // fault
  }
}

int main() {
  const int n = 512;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));  // allocation
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  smooth<<<2, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
