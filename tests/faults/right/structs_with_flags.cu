//! Structs of words, halves and flags, by neighbours and by turns; fills and copies of odd lengths in streams; bytes in one launch, words in the next.
#include <cstdio>

struct Item {
  float value;
  short rank;
  char flag;
  char other;
};

__global__ void step(Item* items, int n, int turn) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    items[i].value += static_cast<float>(turn);
    items[i].flag = static_cast<char>(items[i].rank % 2);
    items[i].rank = static_cast<short>(items[i].rank + turn);
  }
  __syncthreads();
  const int near = static_cast<int>(blockIdx.x * blockDim.x + (threadIdx.x + 1) % blockDim.x);
  if (i < n && near < n) {
    items[i].other = items[near].flag;
  }
}

__global__ void as_words(unsigned* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    words[i] = (words[i] & 0x7fffffff) + (i > 0 ? 0 : 1);
  }
}

__global__ void upper(char* text, int begin, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    text[begin + i] = static_cast<char>(text[begin + i] ^ 32);
  }
}

__global__ void count_letters(const char* text, int n, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&counts[text[i] & 31], 1);
  }
}

int main() {
  constexpr int kItems = 700, kText = 1003;
  Item* items;
  cudaMalloc(&items, kItems * sizeof(Item));
  cudaMemset(items, 0, kItems * sizeof(Item));
  for (int turn = 0; turn < 3; ++turn) {
    step<<<6, 128>>>(items, kItems, turn);
    as_words<<<11, 128>>>(reinterpret_cast<unsigned*>(items), 2 * kItems);
  }
  char* text;
  int* counts;
  cudaMalloc(&text, kText);
  cudaMalloc(&counts, 32 * sizeof(int));
  cudaMemset(counts, 0, 32 * sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  static char host[kText];
  for (int turn = 0; turn < 3; ++turn) {
    cudaMemsetAsync(text, 'x', 501, a);
    cudaMemsetAsync(text + 501, 'y', kText - 501, b);
    upper<<<4, 128, 0, a>>>(text, 0, 501);
    upper<<<4, 128, 0, b>>>(text, 501, kText - 501);
    cudaStreamSynchronize(a);
    cudaStreamSynchronize(b);
    count_letters<<<8, 128>>>(text, kText, counts);
    cudaMemcpy(host, text + 1, kText - 1, cudaMemcpyDeviceToHost);
  }
  int sums[32];
  Item first;
  cudaMemcpy(sums, counts, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, items, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d %d %c %c %d\n", sums['x' & 31], sums['y' & 31], host[0], host[kText - 2], first.rank);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(items);
  cudaFree(text);
  cudaFree(counts);
}
