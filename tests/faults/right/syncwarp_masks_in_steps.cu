// Lanes that meet in groups know what any of the group knew before: quarters meet in two steps, chains of pairs pass on what
// they read, tiles of all sizes meet in turn, and who ended early is not waited for.
//! prints: 496 31 1488 120
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Halves meet, then lanes of one parity: after both all have met.
__global__ void two_steps(int* out) {
  __shared__ int words[32];
  const unsigned t = threadIdx.x;
  words[t] = t;
  __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
  __syncwarp(t % 2 ? 0xaaaaaaaau : 0x55555555u);
  int sum = 0;
  for (unsigned i = t % 2; i < 32; i += 2) sum += words[i];
  atomicAdd(out, sum / 16);
}

// Each lane hands on what it got from the lane before, two at a time.
__global__ void chain(int* out) {
  __shared__ int words[32];
  const unsigned t = threadIdx.x;
  words[t] = 0;
  __syncwarp();
  for (unsigned step = 0; step < 31; ++step) {
    if (t == step || t == step + 1) {
      __syncwarp(3u << step);
      if (t == step + 1) words[t] = words[t - 1] + 1;
      __syncwarp(3u << step);
    }
  }
  if (t == 31) out[1] = words[31] + words[0];  // through all the pairs
}

template <int size>
__device__ void reduce(int* words) {
  auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const int t = threadIdx.x;
  tile.sync();
  if (tile.thread_rank() == 0) words[t] += words[t + size / 2];
  tile.sync();
}
__global__ void tiles(int* out) {
  __shared__ int words[64];
  words[threadIdx.x] = threadIdx.x % 32;
  reduce<2>(words);
  reduce<4>(words);
  reduce<8>(words);
  reduce<16>(words);
  reduce<32>(words);
  __syncthreads();
  if (threadIdx.x == 0) out[2] = words[0] + words[32] * 2;
}

__global__ void some_end(int* out) {
  __shared__ int words[16];
  const unsigned t = threadIdx.x;
  if (t >= 16) return;
  words[t] = t;
  __syncwarp(0xffffu);
  if (t == 0) {
    for (int word : words) out[3] += word;
  }
}

int main() {
  int *out, host[4];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  two_steps<<<1, 32>>>(out);
  chain<<<1, 32>>>(out);
  tiles<<<1, 64>>>(out);
  some_end<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
}
