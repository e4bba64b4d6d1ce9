//! Looks whether there is room, and then takes a place without looking again.
//! expect: race
//! says: takes the one that its atomicAdd returns
__global__ void keep_even(const int* in, int* out, int* count, int most) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 2 == 0 && *count < most) {  // fault
    out[atomicAdd(count, 1)] = value;     // fault
  }
}

int main() {
  int *in, *out, *count;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  keep_even<<<4, 128>>>(in, out, count, 300);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
