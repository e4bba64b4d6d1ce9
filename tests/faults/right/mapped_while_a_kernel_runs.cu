// A host that watches a counter in mapped memory while a kernel counts, through volatile on both sides.
//! prints: 15 6
#include <cstdio>

__global__ void count(volatile int* progress, int n) {
  for (int i = 1; i <= n; i++) {
    *progress = i;
    __threadfence_system();
  }
}

int main() {
  int* progress;
  cudaMallocHost(&progress, sizeof(int));
  *progress = 0;
  count<<<1, 1>>>(progress, 5);
  while (*static_cast<volatile int*>(progress) < 5) {
  }
  const int seen = *progress;
  cudaDeviceSynchronize();
  cudaFreeHost(progress);
  std::printf("%d %d\n", 10 + seen, 1 + seen);
}
