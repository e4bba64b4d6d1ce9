// Tiles of blocks of 512 in shared memory: a tree for the sum, neighbours exchanged for the order.
#include "cooperative_tiles.hpp"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <unsigned S> __global__ void sums(const int* v, std::size_t n, int* o) {
  __shared__ int s[512];
  auto tile = cg::tiled_partition<S>(cg::this_thread_block());
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? v[i] : 0;
  tile.sync();
  for (unsigned d = S / 2; d > 0; d /= 2) {
    if (tile.thread_rank() < d) s[threadIdx.x] += s[threadIdx.x + d];
    tile.sync();
  }
  if (tile.thread_rank() == 0 && i < n) o[i / S] = s[threadIdx.x];
}
template <unsigned S> __global__ void sorts(const int* v, std::size_t n, int* o) {
  __shared__ int s[512];
  auto tile = cg::tiled_partition<S>(cg::this_thread_block());
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned r = tile.thread_rank(), base = threadIdx.x - r;
  s[threadIdx.x] = i < n ? v[i] : 0x7fffffff;
  tile.sync();
  for (unsigned step = 0; step < S; ++step) {  // odd-even transposition
    if (r % 2 == step % 2 && r + 1 < S) {
      const int a = s[base + r], b = s[base + r + 1];
      if (a > b) { s[base + r] = b; s[base + r + 1] = a; }
    }
    tile.sync();
  }
  if (i < n) o[i] = s[threadIdx.x];
}
__global__ void gather(const int* v, std::size_t n, int limit, int* o, unsigned* c) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool take = i < n && v[i] > limit;
  const unsigned m = __ballot_sync(~0u, take), lane = threadIdx.x % 32;
  unsigned base = 0;
  if (lane == 0 && m) base = atomicAdd(c, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (take) o[base + __popc(m & ((1u << lane) - 1))] = v[i];
}
extern "C" void tile_sums(const int* v, std::size_t n, unsigned size, int* o) {
  if (!n) return; unsigned b = (n + 511) / 512;
  if (size == 4) sums<4><<<b, 512>>>(v, n, o); else if (size == 8) sums<8><<<b, 512>>>(v, n, o); else sums<16><<<b, 512>>>(v, n, o);
}
extern "C" void sort_tiles(const int* v, std::size_t n, unsigned size, int* o) {
  if (!n) return; unsigned b = (n + 511) / 512;
  if (size == 4) sorts<4><<<b, 512>>>(v, n, o); else if (size == 8) sorts<8><<<b, 512>>>(v, n, o); else sorts<16><<<b, 512>>>(v, n, o);
}
extern "C" void gather_above(const int* v, std::size_t n, int limit, int* o, unsigned* c) {
  cudaMemset(c, 0, 4); if (n) gather<<<(n + 511) / 512, 512>>>(v, n, limit, o, c);
}
