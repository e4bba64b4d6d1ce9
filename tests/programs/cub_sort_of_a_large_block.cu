// BlockRadixSort by the most threads that a block has, with memory of the program's own beside it.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <functional>
#include <vector>

template <int kThreads, int kItems>
__global__ void sort_block(int* keys, int* sums) {
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  __shared__ typename Sort::TempStorage memory;
  __shared__ int firsts[1024];
  int own[kItems];
  for (int i = 0; i < kItems; ++i) {
    own[i] = keys[blockIdx.x * kThreads * kItems + threadIdx.x * kItems + i];
  }
  Sort(memory).Sort(own);
  firsts[threadIdx.x] = own[0];
  __syncthreads();
  for (int i = 0; i < kItems; ++i) {
    keys[blockIdx.x * kThreads * kItems + threadIdx.x * kItems + i] = own[i];
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = firsts[0] == keys[blockIdx.x * kThreads * kItems] ? 1 : 0;
  }
}

template <int kThreads, int kItems>
bool sorts(const std::vector<int>& numbers) {
  constexpr int kTile = kThreads * kItems;
  const int blocks = static_cast<int>(numbers.size()) / kTile;
  int *keys, *sums;
  cudaMalloc(&keys, numbers.size() * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemcpy(keys, numbers.data(), numbers.size() * sizeof(int), cudaMemcpyHostToDevice);
  sort_block<kThreads, kItems><<<blocks, kThreads>>>(keys, sums);
  std::vector<int> expected = numbers, got(numbers.size()), fits(blocks);
  cudaMemcpy(got.data(), keys, got.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(fits.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int block = 0; block < blocks; ++block) {
    std::sort(expected.begin() + block * kTile, expected.begin() + (block + 1) * kTile);
  }
  cudaFree(keys);
  cudaFree(sums);
  return got == expected && std::count(fits.begin(), fits.end(), 1) == blocks;
}

int main() {
  std::vector<int> numbers(8192);
  unsigned state = 1;
  for (int& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<int>(state);
  }
  std::printf("1024 threads: %d %d, 512: %d, 256: %d, 128: %d\n", sorts<1024, 1>(numbers), sorts<1024, 8>(numbers),
              sorts<512, 4>(numbers), sorts<256, 16>(numbers), sorts<128, 8>(numbers));
}
