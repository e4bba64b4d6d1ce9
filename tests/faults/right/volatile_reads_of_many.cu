//! Words that many lanes read through volatile before one of them writes: they meet in between.
__global__ void reads_of_many(int* out, int* flag) {
  __shared__ int words[64];
  volatile int* const shared = words;
  const unsigned t = threadIdx.x;
  shared[t] = t;
  __syncthreads();
  int sum = 0;
  for (unsigned turn = 0; turn < 12; ++turn) {
    sum += shared[turn] + shared[(t + 1) % 64] + shared[t];
    __syncthreads();
    if (t == turn * 5) {
      shared[turn] = sum;
    }
    __syncthreads();
  }
  const int looked = *static_cast<volatile int*>(flag);
  __syncthreads();
  if (t == 0) {
    *flag = looked + 1;
  }
  for (unsigned width = 16; width > 0; width /= 2) {
    const int other = shared[t / 32 * 32 + (t + width) % 32];
    const int own = shared[t];
    __syncwarp();
    shared[t] = own + other;
    __syncwarp();
  }
  out[t] = shared[t];
}

int main() {
  int* out;
  cudaMalloc(&out, 65 * sizeof(int));
  cudaMemset(out, 0, 65 * sizeof(int));
  reads_of_many<<<1, 64>>>(out, out + 64);
  cudaDeviceSynchronize();
  cudaFree(out);
}
