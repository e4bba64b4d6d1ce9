// Scans and sums of warps, and of tiles of five sizes, in shared memory, step by step over and over.
//! prints: ok
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr unsigned kThreads = 128;

__global__ void scan_warps(int* out, int turns) {
  __shared__ int s[kThreads];
  const unsigned t = threadIdx.x, lane = t % 32;
  int sum = 0;
  for (int k = 0; k < turns; ++k) {
    s[t] = 1 + k;
    __syncwarp();
#pragma unroll
    for (unsigned o = 1; o < 32; o *= 2) {
      const int v = lane >= o ? s[t - o] : 0;
      __syncwarp();
      s[t] += v;
      __syncwarp();
    }
    sum += s[t];
  }
  out[t] = sum;
}

template <unsigned kLanes>
__global__ void sum_tiles(int* out, int turns) {
  __shared__ int s[kThreads];
  const auto tile = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const unsigned t = threadIdx.x, rank = tile.thread_rank();
  int sum = 0;
  for (int k = 0; k < turns; ++k) {
    s[t] = static_cast<int>(t);
    tile.sync();
    for (unsigned o = kLanes / 2; o > 0; o /= 2) {
      if (rank < o) {
        s[t] += s[t + o];
      }
      tile.sync();
    }
    sum += s[t - rank];
    tile.sync();
  }
  out[t] = sum;
}

template <unsigned kLanes>
bool tiles_are_right(int* out) {
  sum_tiles<kLanes><<<1, kThreads>>>(out, 20);
  cudaDeviceSynchronize();
  for (unsigned t = 0; t < kThreads; ++t) {
    const unsigned first = t / kLanes * kLanes;
    if (out[t] != static_cast<int>(20 * (kLanes * first + kLanes * (kLanes - 1) / 2))) {
      return false;
    }
  }
  return true;
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, kThreads * sizeof(int));
  scan_warps<<<1, kThreads>>>(out, 20);
  cudaDeviceSynchronize();
  bool right = true;
  for (unsigned t = 0; t < kThreads; ++t) {
    right = right && out[t] == static_cast<int>((t % 32 + 1) * 210);
  }
  right = right && tiles_are_right<2>(out) && tiles_are_right<4>(out) && tiles_are_right<8>(out) &&
          tiles_are_right<16>(out) && tiles_are_right<32>(out);
  std::printf("%s\n", right ? "ok" : "wrong");
  cudaFree(out);
}
