//! The copy counts elements, not bytes: three quarters of the array stay unset.
//! expect: uninitialised_read
//! who: Thread 16 of block 0
//! says: though other parts of it were
//! says: n * sizeof(type)
//! omits: Copy the data there with cudaMemcpy first
__global__ void square(const int* in, int* out) {
  int i = threadIdx.x;
  out[i] = in[i] * in[i];  // fault
}

int main() {
  const int n = 64;
  int host[n] = {};
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));  // allocation
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
  square<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
