//! The same the other way round: what one block read of every 64 KiB, another one writes.
//! expect: race
//! says: read it at line 9
constexpr int kFar = 64 * 1024 / sizeof(int);

__global__ void gather(int* all, int* sums) {
  const int lane = static_cast<int>(threadIdx.x);
  if (blockIdx.x == 0) {
    sums[lane] = all[(lane + 1) * kFar - 1];
  } else if (lane == 0) {
    all[20 * kFar - 1] = 1;  // fault
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
