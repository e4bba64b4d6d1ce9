//! Two lanes read a word through volatile, then one of them writes it: they have not met.
//! expect: race
//! says: 'words'
__global__ void sum_of_pairs(int* out) {
  __shared__ int words[32];
  volatile int* const shared = words;
  const unsigned t = threadIdx.x;
  shared[t] = t;
  __syncwarp();
  const int sum = shared[t / 2 * 2] + shared[t / 2 * 2 + 1];  // other
  if (t % 2 == 1) {
    shared[t] = sum;  // fault
  }
  __syncwarp();
  out[t] = shared[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sum_of_pairs<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
