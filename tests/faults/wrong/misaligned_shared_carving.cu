//! Dynamic shared memory cut into chars, then doubles.
//! expect: misaligned
//! says: multiple of 8
__global__ void carve(double* out, int flags) {
  extern __shared__ char raw[];
  char* flag = raw;
  double* value = (double*)(raw + flags);
  flag[threadIdx.x % flags] = 1;
  value[threadIdx.x] = 1.0;  // fault
  __syncthreads();
  out[threadIdx.x] = value[threadIdx.x];
}

int main() {
  double* out;
  cudaMalloc(&out, 16 * sizeof(double));
  carve<<<1, 16, 20 + 17 * sizeof(double)>>>(out, 20);
  cudaDeviceSynchronize();
  cudaFree(out);
}
