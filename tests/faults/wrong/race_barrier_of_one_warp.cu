//! bar.sync with a count of 32: each warp waits for itself, and the first reads what others write.
//! expect: race
//! says: 'sums'
__global__ void total(const int* in, int* out) {
  __shared__ int sums[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int sum = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0)
    sums[warp] = sum;  // fault
  asm volatile("bar.sync 0, 32;" ::: "memory");
  if (threadIdx.x == 0)
    *out = sums[0] + sums[1] + sums[2] + sums[3];  // fault
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  total<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
