// Cooperative groups as samples use them: generic groups, tiles by template and by number, coalesced and labelled partitions,
// collectives with own types, aggregated atomics, asynchronous copies.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

using namespace cooperative_groups;
namespace cg = cooperative_groups;

__device__ int sumReduction(thread_group g, int *x, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    x[lane] = val;
    g.sync();
    if (lane < i) val += x[lane + i];
    g.sync();
  }
  return g.thread_rank() == 0 ? val : -1;
}
__global__ void generic_groups(int *out) {
  extern __shared__ int workspace[];
  thread_block wholeBlock = this_thread_block();
  int input = wholeBlock.thread_rank();
  int output = sumReduction(wholeBlock, workspace, input);
  if (wholeBlock.thread_rank() == 0) out[0] = output;
  wholeBlock.sync();
  thread_group tiled16 = tiled_partition(wholeBlock, 16);
  int offset = wholeBlock.thread_rank() - tiled16.thread_rank();
  output = sumReduction(tiled16, workspace + offset, input);
  if (tiled16.thread_rank() == 0) out[1 + wholeBlock.thread_rank() / 16] = output;
  thread_group tile4 = tiled_partition(tiled16, 4);
  out[8 + input] = (int)tile4.thread_rank() * 100 + (int)tile4.size();
}

template <int tile_sz>
__device__ int reduce_sum_tile_shfl(thread_block_tile<tile_sz> g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}
template <typename Group>
__device__ float mean(const Group &g, float v) { return cg::reduce(g, v, cg::plus<float>()) / g.size(); }

struct Pair {
  double weight;
  int index;
};
__global__ void tiles(int *out, float *means, Pair *best) {
  auto block = this_thread_block();
  thread_block_tile<32> warp = tiled_partition<32>(block);
  const auto half = tiled_partition<16>(warp);
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
  int t = block.thread_rank();
  int s = reduce_sum_tile_shfl<32>(warp, t);
  if (warp.thread_rank() == 0) out[warp.meta_group_rank()] = s;
  means[t] = mean(half, (float)t);
  out[8 + t] = eight.shfl(t, 3) * 1000 + eight.shfl_xor(t, 1) % 100 + eight.meta_group_size() * 0;
  Pair mine{(t * 37 % 64) * 0.5, t};
  Pair top = cg::reduce(warp, mine, [](Pair a, Pair b) { return a.weight > b.weight ? a : b; });
  if (warp.thread_rank() == 0) best[warp.meta_group_rank()] = top;
  out[80 + t] = cg::exclusive_scan(eight, t) + cg::inclusive_scan(warp, 1, cg::plus<int>()) * 1000;
  out[160 + t] = half.any(t == 17) * 8 + half.all(t < 48) * 4 + (half.match_any(t / 4) == 0xf0u) * 2 + (warp.ballot(t & 1) == 0xaaaaaaaau);
}

__device__ int atomicAggInc(int *ptr) {
  cg::coalesced_group g = cg::coalesced_threads();
  int prev;
  if (g.thread_rank() == 0) prev = atomicAdd(ptr, g.size());
  prev = g.thread_rank() + g.shfl(prev, 0);
  return prev;
}
__global__ void coalesced(int *counter, int *slots, int *out) {
  int t = threadIdx.x;
  if (t % 3 == 1) slots[atomicAggInc(counter)] = t;
  auto warp = tiled_partition<32>(this_thread_block());
  auto sub = binary_partition(warp, t % 4 == 0);
  out[t] = sub.size() * 100 + sub.thread_rank();
  if (t < 24) {
    auto active = coalesced_threads();
    auto same = labeled_partition(active, t % 5);
    out[64 + t] = cg::reduce(same, t, cg::plus<int>()) * 100 + same.thread_rank();
    int low = cg::reduce(active, t + 7, cg::less<int>()), high = cg::reduce(active, t, cg::greater<int>());
    out[96 + t] = low * 1000 + high + cg::inclusive_scan(active, 1) * 100000;
    coalesced_group parts = tiled_partition(active, 8);
    out[128 + t] = parts.thread_rank() * 10 + parts.meta_group_rank();
  }
  int leader = -1;
  invoke_one(warp, [&] { leader = t; });
  out[160 + t] = leader;
}

__global__ void copies(const int *in, int *out, int n) {
  extern __shared__ int staged[];
  auto block = cg::this_thread_block();
  for (int base = 0; base < n; base += 128) {
    const int count = min(128, n - base);
    cg::memcpy_async(block, staged, in + base, sizeof(int) * count);
    cg::wait(block);
    for (int i = threadIdx.x; i < count; i += blockDim.x) out[base + i] = staged[count - 1 - i];
    block.sync();
  }
}
__global__ void shape(unsigned *out) {
  auto g = this_grid();
  auto b = this_thread_block();
  if (g.thread_rank() == g.size() - 1) {
    out[0] = b.group_index().x * 100 + b.group_index().y;
    out[1] = b.thread_index().x * 100 + b.thread_index().y;
    out[2] = b.group_dim().x * 100 + b.dim_threads().y;
    out[3] = (unsigned)g.num_threads();
    out[4] = (unsigned)cg::thread_rank(b) * 1000 + (unsigned)cg::group_size(b);
    out[5] = g.dim_blocks().x;
  }
}

/// A block that asks for a cluster but uses none; groups of one thread; collectives of the threads that came along.
__global__ void __cluster_dims__(1, 1, 1) alone(int *out) {
  const auto me = cooperative_groups::this_thread();
  me.sync();
  const auto block = cooperative_groups::this_thread_block();
  const auto tile = cooperative_groups::tiled_partition<8>(block);
  if (block.thread_rank() % 3 == 0) {
    const auto here = cooperative_groups::coalesced_threads();
    out[block.thread_rank()] = here.thread_rank() * 10 + me.thread_rank() + me.size();
  } else {
    out[block.thread_rank()] = (int)tile.meta_group_rank() * 100 + tile.meta_group_size();
  }
}

int main() {
  int *out, *slots, *counter;
  float *means;
  Pair *best;
  cudaMallocManaged(&out, 512 * sizeof(int));
  cudaMallocManaged(&slots, 64 * sizeof(int));
  cudaMallocManaged(&counter, sizeof(int));
  cudaMallocManaged(&means, 64 * sizeof(float));
  cudaMallocManaged(&best, 2 * sizeof(Pair));
  generic_groups<<<1, 64, 64 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  printf("%d: %d %d %d %d, %d %d\n", out[0], out[1], out[2], out[3], out[4], out[8 + 7], out[8 + 62]);
  tiles<<<1, 64>>>(out, means, best);
  cudaDeviceSynchronize();
  printf("%d %d | %g %g | %d %d | %d %d | %d %d | %d %d %d\n", out[0], out[1], means[0], means[63], out[8], out[8 + 63], out[80 + 7],
         out[80 + 40], best[0].index, best[1].index, out[160], out[160 + 17], out[160 + 60]);
  *counter = 0;
  coalesced<<<1, 32>>>(counter, slots, out);
  cudaDeviceSynchronize();
  printf("%d:", *counter);
  for (int i = 0; i < *counter; ++i) printf(" %d", slots[i]);
  printf("\n%d %d %d | %d %d | %d %d | %d %d | %d %d\n", out[0], out[1], out[28], out[64], out[64 + 23], out[96], out[96 + 23], out[128 + 9],
         out[128 + 23], out[160], out[161]);
  int *in = out + 256;
  for (int i = 0; i < 256; ++i) in[i] = i;
  copies<<<1, 64, 128 * sizeof(int)>>>(in, out, 200);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[127], out[128], out[199]);
  shape<<<dim3(3, 2), dim3(8, 4)>>>((unsigned *)out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) printf("%d ", out[i]);
  printf("\n");
  alone<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[1], out[9], out[31]);
  cudaFree(out), cudaFree(slots), cudaFree(counter), cudaFree(means), cudaFree(best);
}
