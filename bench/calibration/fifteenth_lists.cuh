// Fifteenth blind test, lists: the well-known series of sums, running sums, a bitonic merge,
// partition about a pivot, breadth-first search, a word in a text.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr int kScanBlock = 512;         // threads of the first form of running sums
constexpr int kPartBlock = 256;         // threads of the partition by blocks
constexpr unsigned kMergeBlock = 2048;  // values that a block merges in shared memory
constexpr int kUnseen = -1;             // the level of a node that was not reached yet
constexpr int kNeighbours = 8;          // edges of a node
constexpr int kWordLength = 8;          // of the word looked for
constexpr int kTextTile = 1024;         // places that a block looks at

/// First form of the series: interleaved addressing, threads chosen by a remainder.
__global__ void harris_modulo(const int* g_idata, int* g_odata, unsigned n) {
  __shared__ int sdata[256];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) {
    g_odata[blockIdx.x] = sdata[0];
  }
}

/// Third form: sequential addressing.
__global__ void harris_halves(const int* g_idata, int* g_odata, unsigned n) {
  __shared__ int sdata[256];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) {
    g_odata[blockIdx.x] = sdata[0];
  }
}

/// Last form: eight values a thread while loading, loops unrolled, the last warp by shuffles.
template <unsigned int blockSize>
__global__ void harris_unrolled(const int* g_idata, int* g_odata, unsigned n) {
  __shared__ int sdata[blockSize];
  unsigned int tid = threadIdx.x;
  unsigned int first = blockIdx.x * blockSize * 8 + tid;
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    if (first + k * blockSize < n) {
      sum += g_idata[first + k * blockSize];
    }
  }
  sdata[tid] = sum;
  __syncthreads();
  if (blockSize >= 256) {
    if (tid < 128) {
      sdata[tid] = sum = sum + sdata[tid + 128];
    }
    __syncthreads();
  }
  if (blockSize >= 128) {
    if (tid < 64) {
      sdata[tid] = sum = sum + sdata[tid + 64];
    }
    __syncthreads();
  }
  if (tid < 32) {
    sum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (tid == 0) {
      g_odata[blockIdx.x] = sum;
    }
  }
}

/// Running sums of 512 values by doubling steps between two buffers.
__global__ void cumsum_doubling(const int* in, int* out, int* block_sums) {
  __shared__ int temp[2 * kScanBlock];
  const int thid = threadIdx.x, gid = blockIdx.x * kScanBlock + thid;
  int pout = 0, pin = 1;
  temp[thid] = in[gid];
  __syncthreads();
  for (int offset = 1; offset < kScanBlock; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset) {
      temp[pout * kScanBlock + thid] =
          temp[pin * kScanBlock + thid] + temp[pin * kScanBlock + thid - offset];
    } else {
      temp[pout * kScanBlock + thid] = temp[pin * kScanBlock + thid];
    }
    __syncthreads();
  }
  out[gid] = temp[pout * kScanBlock + thid];
  if (thid == kScanBlock - 1) {
    block_sums[blockIdx.x] = temp[pout * kScanBlock + thid];
  }
}

/// Running sums over a warp.
__device__ inline int warp_running_sum(int value, int lane) {
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const int below = __shfl_up_sync(0xffffffffu, value, d);
    if (lane >= d) {
      value += below;
    }
  }
  return value;
}

/// Running sums of 1024 values: four a thread as an int4, warps by shuffles.
__global__ void cumsum_shuffling(const int4* in, int4* out, int* block_sums) {
  __shared__ int warp_sums[8];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int gid = blockIdx.x * blockDim.x + threadIdx.x;
  int4 v = in[gid];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  const int upto = warp_running_sum(v.w, lane);
  if (lane == 31) {
    warp_sums[warp] = upto;
  }
  __syncthreads();
  int before = upto - v.w;
  for (int w = 0; w < warp; ++w) {
    before += warp_sums[w];
  }
  out[gid] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
  if (threadIdx.x == 255) {
    block_sums[blockIdx.x] = before + v.w;
  }
}

/// What comes before each block, by one warp that goes along the blocks' sums.
__global__ void cumsum_carry(int* block_sums, int count) {
  int carry = 0;
  const int lane = threadIdx.x;
  for (int base = 0; base < count; base += 32) {
    const int mine = base + lane < count ? block_sums[base + lane] : 0;
    const int upto = warp_running_sum(mine, lane);
    if (base + lane < count) {
      block_sums[base + lane] = carry + upto - mine;
    }
    carry += __shfl_sync(0xffffffffu, upto, 31);
  }
}

/// What comes before a block is added to its values.
__global__ void cumsum_add(int* out, const int* block_sums) {
  out[blockIdx.x * blockDim.x + threadIdx.x] += block_sums[blockIdx.x];
}

/// A step of a bitonic merge: a thread compares two values that lie `gap` apart.
__global__ void bitonic_step(const float* src, float* dst, unsigned gap) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lo = 2 * t - (t & (gap - 1)), hi = lo + gap;
  const float a = src[lo], b = src[hi];
  dst[lo] = fminf(a, b);
  dst[hi] = fmaxf(a, b);
}

/// All steps with gaps of 1024 and less, in shared memory.
__global__ void bitonic_tail(float* data) {
  __shared__ float buf[kMergeBlock];
  float* const mine = data + blockIdx.x * kMergeBlock;
  buf[threadIdx.x] = mine[threadIdx.x];
  buf[threadIdx.x + kMergeBlock / 2] = mine[threadIdx.x + kMergeBlock / 2];
  for (unsigned gap = kMergeBlock / 2; gap > 0; gap >>= 1) {
    __syncthreads();
    const unsigned lo = 2 * threadIdx.x - (threadIdx.x & (gap - 1));
    const float a = buf[lo], b = buf[lo + gap];
    if (a > b) {
      buf[lo] = b;
      buf[lo + gap] = a;
    }
  }
  __syncthreads();
  mine[threadIdx.x] = buf[threadIdx.x];
  mine[threadIdx.x + kMergeBlock / 2] = buf[threadIdx.x + kMergeBlock / 2];
}

/// Clears the places that a partition counts at.
__global__ void partition_begin(int* heads) {
  heads[threadIdx.x] = 0;
}

/// Smaller values to the front, others to the back: each thread asks for its place.
__global__ void partition_atomics(const float* in, float* out, int* heads, float pivot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = in[i];
    if (v < pivot) {
      out[atomicAdd(&heads[0], 1)] = v;
    } else {
      out[n - 1 - atomicAdd(&heads[1], 1)] = v;
    }
  }
}

/// The same: a block numbers its smaller values by running sums and asks twice for all of them.
__global__ void partition_numbered(const float* in, float* out, int* heads, float pivot, int n) {
  __shared__ int before[kPartBlock];
  __shared__ int base[2];
  const int tid = threadIdx.x, i = blockIdx.x * kPartBlock + tid;
  const float v = in[i];
  const int small = v < pivot ? 1 : 0;
  before[tid] = small;
  __syncthreads();
  for (int d = 1; d < kPartBlock; d *= 2) {
    const int add = tid >= d ? before[tid - d] : 0;
    __syncthreads();
    before[tid] += add;
    __syncthreads();
  }
  if (tid == 0) {
    const int total = before[kPartBlock - 1];
    base[0] = atomicAdd(&heads[0], total);
    base[1] = atomicAdd(&heads[1], kPartBlock - total);
  }
  __syncthreads();
  const int rank = before[tid] - small;
  out[small ? base[0] + rank : n - 1 - base[1] - (tid - rank)] = v;
}

/// No node was reached yet but the first, which is the first frontier.
__global__ void bfs_reset(int* level, int* queue, int* counts, int nodes, int steps) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes) {
    level[v] = v == 0 ? 0 : kUnseen;
  }
  if (v <= steps) {
    counts[v] = v == 0 ? 1 : 0;
  }
  if (v == 0) {
    queue[0] = 0;
  }
}

/// A step of the search: all nodes look whether they are on this level. Many may write a level at
/// once, all of them the same.
__global__ void bfs_allnodes(const int* begin, const int* edges, volatile int* level, int nodes,
                             int now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes && level[v] == now) {
    for (int e = begin[v]; e < begin[v + 1]; e++) {
      int u = edges[e];
      if (level[u] == kUnseen) {
        level[u] = now + 1;
      }
    }
  }
}

/// A step of the search: only the nodes of the frontier, which write the next one.
__global__ void bfs_frontier(const int* begin, const int* edges, int* level, const int* queue,
                             int* next, int* counts, int now) {
  const int size = counts[now];
  for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < size; t += gridDim.x * blockDim.x) {
    const int v = queue[t];
    for (int e = begin[v]; e < begin[v + 1]; e++) {
      const int u = edges[e];
      if (atomicCAS(&level[u], kUnseen, now + 1) == kUnseen) {
        next[atomicAdd(&counts[now + 1], 1)] = u;
      }
    }
  }
}

__constant__ char wordfind_word[kWordLength];

/// How often a word is in a text: a thread a place, letters one by one.
__global__ void wordfind_letters(const char* text, int* found, int places) {
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  if (pos < places) {
    bool match = true;
    for (int k = 0; k < kWordLength && match; k++) {
      if (text[pos + k] != wordfind_word[k]) {
        match = false;
      }
    }
    if (match) {
      atomicAdd(found, 1);
    }
  }
}

/// The same: the block's part of the text in shared memory, four places a thread, one sum a warp.
__global__ void wordfind_tiles(const char* text, int* found) {
  __shared__ __align__(4) char part[kTextTile + kWordLength];
  const int tid = threadIdx.x;
  const int* const words = reinterpret_cast<const int*>(text + blockIdx.x * kTextTile);
  int* const part_words = reinterpret_cast<int*>(part);
  part_words[tid] = words[tid];
  if (tid < kWordLength / 4) {
    part_words[kTextTile / 4 + tid] = words[kTextTile / 4 + tid];
  }
  __syncthreads();
  int mine = 0;
  for (int p = tid; p < kTextTile; p += 256) {
    int same = 0;
    while (same < kWordLength && part[p + same] == wordfind_word[same]) {
      ++same;
    }
    mine += same == kWordLength;
  }
  mine = __reduce_add_sync(0xffffffffu, mine);
  if ((tid & 31) == 0 && mine > 0) {
    atomicAdd(found, mine);
  }
}

inline void add_fifteenth_sums(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto* kernel, unsigned a_block) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<int>(n, 100));
      auto a = zeros<int>(n / a_block + 1), b = zeros<int>(n / a_block + 1);
      return [=] {
        const int* from = in->get();
        int *to = a->get(), *next = b->get();
        for (unsigned left = n; left > 1;) {
          const unsigned blocks = (left + a_block - 1) / a_block;
          kernel<<<blocks, 256>>>(from, to, left);
          left = blocks;
          from = to;
          std::swap(to, next);
        }
      };
    });
  };
  add("harris_modulo", harris_modulo, 256);
  add("harris_halves", harris_halves, 256);
  add("harris_unrolled", harris_unrolled<256>, 2048);
}

inline void add_fifteenth_scans(Runner& runner, unsigned n) {
  runner.add(sized("cumsum_doubling", n), [=] {
    const unsigned blocks = n / kScanBlock;
    auto in = filled(random_numbers<int>(n, 100)), out = zeros<int>(n), sums = zeros<int>(blocks);
    return [=] {
      cumsum_doubling<<<blocks, kScanBlock>>>(in->get(), out->get(), sums->get());
      cumsum_carry<<<1, 32>>>(sums->get(), static_cast<int>(blocks));
      cumsum_add<<<blocks, kScanBlock>>>(out->get(), sums->get());
    };
  });
  runner.add(sized("cumsum_shuffling", n), [=] {
    const unsigned blocks = n / 1024;
    auto in = filled(random_numbers<int>(n, 100)), out = zeros<int>(n), sums = zeros<int>(blocks);
    return [=] {
      cumsum_shuffling<<<blocks, 256>>>(reinterpret_cast<const int4*>(in->get()),
                                        reinterpret_cast<int4*>(out->get()), sums->get());
      cumsum_carry<<<1, 32>>>(sums->get(), static_cast<int>(blocks));
      cumsum_add<<<blocks, 1024>>>(out->get(), sums->get());
    };
  });
}

inline void add_fifteenth_merges(Runner& runner, unsigned n) {
  // Up and down again: what is left to do of a bitonic sort in its last phase.
  const auto add = [&](const char* name, unsigned least_gap) {
    runner.add(sized(name, n), [=] {
      std::vector<float> values = bench::random_floats(n, 4);
      std::sort(values.begin(), values.begin() + n / 2);
      std::sort(values.begin() + n / 2, values.end(), std::greater<float>());
      auto in = filled(values), out = zeros<float>(n);
      return [=] {
        const float* from = in->get();
        for (unsigned gap = n / 2; gap >= least_gap; gap /= 2) {
          bitonic_step<<<n / 512, 256>>>(from, out->get(), gap);
          from = out->get();
        }
        if (least_gap > 1) {
          bitonic_tail<<<n / kMergeBlock, kMergeBlock / 2>>>(out->get());
        }
      };
    });
  };
  add("bitonic_steps", 1);
  add("bitonic_tails", kMergeBlock);
}

inline void add_fifteenth_partitions(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto* kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      auto heads = zeros<int>(2);
      return [=] {
        partition_begin<<<1, 2>>>(heads->get());
        kernel<<<n / kPartBlock, kPartBlock>>>(in->get(), out->get(), heads->get(), 0.25F,
                                               static_cast<int>(n));
      };
    });
  };
  add("partition_atomics", partition_atomics);
  add("partition_numbered", partition_numbered);
}

/// A random graph, and how many levels it has from node 0.
struct BfsGraph {
  std::vector<int> begins, edges;
  int levels = 0;
};

inline BfsGraph bfs_graph(unsigned nodes) {
  BfsGraph graph;
  graph.edges = random_numbers<int>(std::size_t{nodes} * kNeighbours, nodes, 9);
  for (unsigned v = 0; v <= nodes; ++v) {
    graph.begins.push_back(static_cast<int>(v) * kNeighbours);
  }
  std::vector<bool> seen(nodes);
  std::vector<std::size_t> frontier{0}, next;
  for (seen[0] = true; !frontier.empty(); ++graph.levels) {
    next.clear();
    for (const std::size_t v : frontier) {
      for (std::size_t e = v * kNeighbours; e < (v + 1) * kNeighbours; ++e) {
        const auto u = static_cast<std::size_t>(graph.edges[e]);
        if (!seen[u]) {
          seen[u] = true;
          next.push_back(u);
        }
      }
    }
    frontier.swap(next);
  }
  return graph;
}

inline void add_fifteenth_searches(Runner& runner, unsigned nodes) {
  const auto add = [&](const char* name, bool by_frontiers) {
    runner.add(sized(name, nodes), [=] {
      const BfsGraph graph = bfs_graph(nodes);
      auto begins = filled(graph.begins), edges = filled(graph.edges), level = zeros<int>(nodes);
      auto queue = zeros<int>(nodes), next = zeros<int>(nodes);
      const int levels = graph.levels, count = static_cast<int>(nodes);
      auto counts = zeros<int>(graph.begins.size());
      return [=] {
        int *from = queue->get(), *to = next->get();
        bfs_reset<<<nodes / 256, 256>>>(level->get(), from, counts->get(), count, levels);
        for (int now = 0; now < levels; ++now) {
          if (by_frontiers) {
            bfs_frontier<<<std::min(nodes / 256, 264U), 256>>>(
                begins->get(), edges->get(), level->get(), from, to, counts->get(), now);
            std::swap(from, to);
          } else {
            bfs_allnodes<<<nodes / 256, 256>>>(begins->get(), edges->get(), level->get(), count,
                                               now);
          }
        }
      };
    });
  };
  add("bfs_allnodes", false);
  add("bfs_frontiers", true);
}

inline void add_fifteenth_words(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, const auto& launch) {
    runner.add(sized(name, n), [=] {
      std::vector<char> letters = random_numbers<char>(n + kWordLength, 3);
      for (char& letter : letters) {
        letter = static_cast<char>('a' + letter);
      }
      BENCH_CHECK(cudaMemcpyToSymbol(wordfind_word, "abcabbac", kWordLength));
      auto text = filled(letters);
      auto found = zeros<int>(1);
      return [=] { launch(text->get(), found->get()); };
    });
  };
  add("wordfind_letters", [=](const char* text, int* found) {
    wordfind_letters<<<n / 256, 256>>>(text, found, static_cast<int>(n));
  });
  add("wordfind_tiles",
      [=](const char* text, int* found) { wordfind_tiles<<<n / kTextTile, 256>>>(text, found); });
}

inline void add_fifteenth_lists(Runner& runner) {
  for (const unsigned n : {1U << 16, 1U << 22}) {
    add_fifteenth_sums(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 20}) {
    add_fifteenth_scans(runner, n);
    add_fifteenth_merges(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 21}) {
    add_fifteenth_partitions(runner, n);
  }
  for (const unsigned n : {1U << 13, 1U << 18}) {
    add_fifteenth_searches(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 23}) {
    add_fifteenth_words(runner, n);
  }
}

}  // namespace calibration
