// A ring buffer between a producer and a consumer block: head and tail are volatile, slots plain.
constexpr int kRing = 8;
__device__ int slot[kRing];
__device__ volatile int head, tail;

__global__ void ring(int n, long long* sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      while (head - tail == kRing) {
      }
      __threadfence();
      slot[i % kRing] = i * 3;
      __threadfence();
      head = i + 1;
    }
  } else {
    long long s = 0;
    for (int i = 0; i < n; ++i) {
      while (head == i) {
      }
      __threadfence();
      s += slot[i % kRing];
      __threadfence();
      tail = i + 1;
    }
    *sum = s;
  }
}

int main() {
  long long *sum, h = 0;
  cudaMalloc(&sum, sizeof h);
  ring<<<2, 32>>>(100, sum);
  cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  return h == 3 * 4950 ? 0 : 1;
}
