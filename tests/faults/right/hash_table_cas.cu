// Open addressing: a slot is claimed with atomicCAS, its count raised with atomicAdd.
#include <vector>
constexpr int kSlots = 256;
constexpr int kEmpty = -1;

__global__ void clear(int* keys, int* counts) {
  keys[threadIdx.x] = kEmpty;
  counts[threadIdx.x] = 0;
}

__global__ void insert(const int* in, int n, int* keys, int* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = (in[i] * 2654435761u) % kSlots;
  while (true) {
    int seen = atomicCAS(&keys[slot], kEmpty, in[i]);
    if (seen == kEmpty || seen == in[i]) {
      atomicAdd(&counts[slot], 1);
      return;
    }
    slot = (slot + 1) % kSlots;
  }
}

int main() {
  const int n = 600;
  std::vector<int> h(n), k(kSlots), c(kSlots);
  for (int i = 0; i < n; ++i)
    h[i] = i * i % 101;
  int *in, *keys, *counts;
  cudaMalloc(&in, n * 4), cudaMalloc(&keys, kSlots * 4), cudaMalloc(&counts, kSlots * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  clear<<<1, kSlots>>>(keys, counts);
  insert<<<5, 128>>>(in, n, keys, counts);
  cudaMemcpy(k.data(), keys, kSlots * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(c.data(), counts, kSlots * 4, cudaMemcpyDeviceToHost);
  cudaFree(in), cudaFree(keys), cudaFree(counts);
  int total = 0, distinct = 0;
  for (int s = 0; s < kSlots; ++s)
    total += c[s], distinct += k[s] != kEmpty;
  return total == n && distinct == 51 ? 0 : 1;
}
