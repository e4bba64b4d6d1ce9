// A bounded wait: a block polls a counter, and gives up after some turns.
__device__ volatile int progress;
__device__ int gave_up;

__global__ void poll(int turns) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    int seen = 0;
    for (int t = 0; t < turns && seen < 100; ++t)
      seen = progress;
    if (seen < 100)
      gave_up = 1;
  } else {
    for (int k = 1; k <= 50; ++k)
      progress = k;
  }
}

int main() {
  poll<<<2, 32>>>(20000);
  int result = 0;
  cudaMemcpyFromSymbol(&result, gave_up, sizeof result);
  return result == 1 ? 0 : 1;
}
