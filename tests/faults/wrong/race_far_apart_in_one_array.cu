//! Each warp reads one word of every 64 KiB of a large array, in which another block writes one of them.
//! expect: race
//! says: wrote it at line 9
constexpr int kFar = 64 * 1024 / sizeof(int);

__global__ void gather(int* all, int* sums) {
  const int lane = static_cast<int>(threadIdx.x);
  if (blockIdx.x == 0) {
    if (lane == 0) all[20 * kFar - 1] = 1;
  } else {
    sums[lane] = all[(lane + 1) * kFar - 1];  // fault
  }
}

int main() {
  int *all, *sums;
  cudaMalloc(&all, 32 * kFar * sizeof(int));
  cudaMalloc(&sums, 32 * sizeof(int));
  cudaMemset(all, 0, 32 * kFar * sizeof(int));
  gather<<<2, 32>>>(all, sums);
  cudaDeviceSynchronize();
  cudaFree(all);
  cudaFree(sums);
}
