//! Lanes of a warp, of tiles and of a block read and write words in an order that is new in each
//! turn, and meet in between.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <class Group>
__device__ unsigned shift(Group group, unsigned* words) {
  const unsigned t = group.thread_rank(), n = group.size();
  words[t] = t;
  group.sync();
  unsigned sum = 0;
#pragma unroll 1
  for (unsigned turn = 0; turn < 6; ++turn) {
    const unsigned mine = words[(t * 5 + turn) % n];    // one lane a word
    const unsigned shared = words[(t / 2 + turn) % n];  // two
    const unsigned common = words[(turn * turn) % n];   // all
    group.sync();
    words[(t * 3 + turn) % n] = mine + shared * 2 + common;  // as n is a power of two: one a word
    group.sync();
    sum = sum * 31 + words[t];
  }
  return sum;
}

__global__ void shift_all(unsigned* out) {
  __shared__ unsigned words[128];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned warp = threadIdx.x / 32 * 32;
  unsigned* const mine = out + blockIdx.x * 3 * 128 + threadIdx.x;
  mine[0] = shift(block, words);
  block.sync();
  mine[128] = shift(cg::tiled_partition<32>(block), words + warp);
  block.sync();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  mine[256] = shift(tile, words + threadIdx.x / 8 * 8);
}

unsigned expected(unsigned n, unsigned thread) {
  unsigned words[128], next[128], sum[128] = {};
  for (unsigned t = 0; t < n; ++t) {
    words[t] = t;
  }
  for (unsigned turn = 0; turn < 6; ++turn) {
    for (unsigned t = 0; t < n; ++t) {
      next[(t * 3 + turn) % n] =
          words[(t * 5 + turn) % n] + words[(t / 2 + turn) % n] * 2 + words[turn * turn % n];
    }
    for (unsigned t = 0; t < n; ++t) {
      words[t] = next[t];
      sum[t] = sum[t] * 31 + words[t];
    }
  }
  return sum[thread % n];
}

int main() {
  static unsigned results[2][3][128];
  unsigned* out;
  cudaMalloc(&out, sizeof results);
  shift_all<<<2, 128>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  const unsigned sizes[] = {128, 32, 8};
  int wrong = 0;
  for (auto& block : results) {
    for (unsigned k = 0; k < 3; ++k) {
      for (unsigned t = 0; t < 128; ++t) {
        wrong += block[k][t] != expected(sizes[k], t);
      }
    }
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(out);
  return wrong != 0;
}
