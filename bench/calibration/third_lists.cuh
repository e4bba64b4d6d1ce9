// Third blind test, lists and graphs: bit vectors, levels of a graph, triangles, strings, greatest
// elements, knapsacks.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Bits in which each of n vectors of 256 bits differs from each of 64 others.
__global__ void hamming_plain(const uint4* vectors, const uint4* others, unsigned* out,
                              unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = blockIdx.y;
  if (i < n) {
    unsigned differ = 0;
    for (unsigned k = 0; k < 2; ++k) {
      const uint4 a = vectors[i * 2 + k], b = others[other * 2 + k];
      differ += static_cast<unsigned>(__popc(a.x ^ b.x) + __popc(a.y ^ b.y) + __popc(a.z ^ b.z) +
                                      __popc(a.w ^ b.w));
    }
    out[other * n + i] = differ;
  }
}

/// A vector stays in registers while the 64 go by in shared memory.
__global__ void hamming_tiled(const uint4* vectors, const uint4* others, unsigned* out,
                              unsigned n) {
  __shared__ uint4 all[128];
  if (threadIdx.x < 128) {
    all[threadIdx.x] = others[threadIdx.x];
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const uint4 a = vectors[i * 2], c = vectors[i * 2 + 1];
  for (unsigned other = 0; other < 64; ++other) {
    const uint4 b = all[other * 2], d = all[other * 2 + 1];
    out[other * n + i] = static_cast<unsigned>(
        __popc(a.x ^ b.x) + __popc(a.y ^ b.y) + __popc(a.z ^ b.z) + __popc(a.w ^ b.w) +
        __popc(c.x ^ d.x) + __popc(c.y ^ d.y) + __popc(c.z ^ d.z) + __popc(c.w ^ d.w));
  }
}

/// One step of a search by breadth: nodes of a level tell their 8 neighbours.
__global__ void levels_by_nodes(const unsigned* neighbours, unsigned* levels, unsigned nodes,
                                unsigned level) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes && levels[node] == level) {
    for (unsigned k = 0; k < 8; ++k) {
      const unsigned other = neighbours[node * 8 + k];
      if (levels[other] > level + 1) {
        levels[other] = level + 1;
      }
    }
  }
}

/// The same, an edge a thread.
__global__ void levels_by_edges(const unsigned* neighbours, unsigned* levels, unsigned edges,
                                unsigned level) {
  const unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge < edges && levels[edge / 8] == level) {
    const unsigned other = neighbours[edge];
    if (levels[other] > level + 1) {
      levels[other] = level + 1;
    }
  }
}

/// What two sorted lists of 32 numbers have in common, for each edge of a graph.
__global__ void common_merged(const unsigned* lists, const unsigned* ends, unsigned* out,
                              unsigned edges) {
  const unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge >= edges) {
    return;
  }
  const unsigned* const a = lists + ends[edge * 2] * 32;
  const unsigned* const b = lists + ends[edge * 2 + 1] * 32;
  unsigned i = 0, k = 0, found = 0;
  while (i < 32 && k < 32) {
    const unsigned x = a[i], y = b[k];
    found += x == y ? 1 : 0;
    i += x <= y ? 1 : 0;
    k += y <= x ? 1 : 0;
  }
  out[edge] = found;
}

/// A warp an edge: each lane looks for its number among the other list's.
__global__ void common_lanes(const unsigned* lists, const unsigned* ends, unsigned* out,
                             unsigned edges) {
  const unsigned edge = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (edge >= edges) {
    return;
  }
  const unsigned own = lists[ends[edge * 2] * 32 + lane];
  const unsigned other = lists[ends[edge * 2 + 1] * 32 + lane];
  bool found = false;
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned there = __shfl_sync(~0U, other, k);
    found = found || there == own;
  }
  const unsigned all = __ballot_sync(~0U, found);
  if (lane == 0) {
    out[edge] = static_cast<unsigned>(__popc(all));
  }
}

/// A hash of each string of 64 bytes.
__global__ void strings_by_threads(const unsigned char* text, unsigned* out, unsigned strings) {
  const unsigned string = blockIdx.x * blockDim.x + threadIdx.x;
  if (string < strings) {
    unsigned hash = 2166136261U;
    for (unsigned i = 0; i < 64; ++i) {
      hash = (hash ^ text[string * 64 + i]) * 16777619U;
    }
    out[string] = hash;
  }
}

/// The same over words, four strings side by side in a block's shared memory.
__global__ void strings_by_tiles(const unsigned* text, unsigned* out, unsigned strings) {
  __shared__ unsigned words[128][17];
  const unsigned first = blockIdx.x * 128;
  for (unsigned i = threadIdx.x; i < 128 * 16; i += 128) {
    words[i / 16][i % 16] = text[first * 16 + i];
  }
  __syncthreads();
  unsigned hash = 2166136261U;
  for (unsigned k = 0; k < 16; ++k) {
    unsigned word = words[threadIdx.x][k];
    for (unsigned byte = 0; byte < 4; ++byte) {
      hash = (hash ^ (word & 255U)) * 16777619U;
      word >>= 8;
    }
  }
  if (first + threadIdx.x < strings) {
    out[first + threadIdx.x] = hash;
  }
}

/// Where the greatest of each row of 128 stands: a thread a row.
__global__ void argmax_threads(const float* in, unsigned* out, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float most = in[row * 128];
    unsigned at = 0;
    for (unsigned k = 1; k < 128; ++k) {
      const float value = in[row * 128 + k];
      at = value > most ? k : at;
      most = fmaxf(value, most);
    }
    out[row] = at;
  }
}

/// A warp a row, four values a lane.
__global__ void argmax_warps(const float4* in, unsigned* out, unsigned rows) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  const float4 v = in[row * 32 + lane];
  float most = v.x;
  unsigned at = lane * 4;
  const float others[3] = {v.y, v.z, v.w};
  for (unsigned k = 0; k < 3; ++k) {
    at = others[k] > most ? lane * 4 + k + 1 : at;
    most = fmaxf(most, others[k]);
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    const float other = __shfl_xor_sync(~0U, most, step);
    const unsigned place = __shfl_xor_sync(~0U, at, step);
    const bool is_better = other > most || (other == most && place < at);
    most = is_better ? other : most;
    at = is_better ? place : at;
  }
  if (lane == 0) {
    out[row] = at;
  }
}

/// One thing more in knapsacks of each size.
__global__ void knapsack_row(const unsigned* before, unsigned* now, unsigned sizes, unsigned weight,
                             unsigned worth) {
  const unsigned size = blockIdx.x * blockDim.x + threadIdx.x;
  if (size < sizes) {
    const unsigned without = before[size];
    now[size] = size >= weight ? max(without, before[size - weight] + worth) : without;
  }
}

/// Eight things at once.
__global__ void knapsack_eight(const unsigned* before, unsigned* now, unsigned sizes,
                               unsigned weight, unsigned worth) {
  const unsigned size = blockIdx.x * blockDim.x + threadIdx.x;
  if (size < sizes) {
    unsigned most = before[size];
    for (unsigned k = 1; k <= 8; ++k) {
      if (size >= k * weight) {
        most = max(most, before[size - k * weight] + k * worth);
      }
    }
    now[size] = most;
  }
}

/// Place of each of 256 numbers of a block among them, by comparing all with all.
__global__ void counted_order(const unsigned* in, unsigned* out) {
  __shared__ unsigned own[256];
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  const unsigned value = in[i];
  own[threadIdx.x] = value;
  __syncthreads();
  unsigned before = 0;
  for (unsigned k = 0; k < 256; ++k) {
    before += own[k] < value || (own[k] == value && k < threadIdx.x) ? 1 : 0;
  }
  out[blockIdx.x * 256 + before] = value;
}

inline void add_third_graphs(Runner& runner, unsigned nodes) {
  const unsigned edges = nodes * 8;
  const auto levels_of = [=] {
    std::vector<unsigned> levels = random_numbers<unsigned>(nodes, 8, 7);
    return filled(levels);
  };
  runner.add(sized("levels_by_nodes", nodes), [=] {
    auto neighbours = filled(random_numbers<unsigned>(edges, nodes));
    auto levels = levels_of();
    return
        [=] { levels_by_nodes<<<nodes / 256, 256>>>(neighbours->get(), levels->get(), nodes, 3); };
  });
  runner.add(sized("levels_by_edges", nodes), [=] {
    auto neighbours = filled(random_numbers<unsigned>(edges, nodes));
    auto levels = levels_of();
    return
        [=] { levels_by_edges<<<edges / 256, 256>>>(neighbours->get(), levels->get(), edges, 3); };
  });
  const auto lists_of = [=] {
    std::vector<unsigned> lists = random_numbers<unsigned>(std::size_t{nodes} * 32, 256, 9);
    for (std::size_t list = 0; list < nodes; ++list) {
      std::sort(lists.begin() + static_cast<std::ptrdiff_t>(list * 32),
                lists.begin() + static_cast<std::ptrdiff_t>(list * 32 + 32));
    }
    return filled(lists);
  };
  runner.add(sized("common_merged", nodes), [=] {
    auto lists = lists_of();
    auto ends = filled(random_numbers<unsigned>(nodes * 2, nodes)), out = zeros<unsigned>(nodes);
    return
        [=] { common_merged<<<nodes / 128, 128>>>(lists->get(), ends->get(), out->get(), nodes); };
  });
  runner.add(sized("common_lanes", nodes), [=] {
    auto lists = lists_of();
    auto ends = filled(random_numbers<unsigned>(nodes * 2, nodes)), out = zeros<unsigned>(nodes);
    return [=] { common_lanes<<<nodes / 8, 256>>>(lists->get(), ends->get(), out->get(), nodes); };
  });
}

inline void add_third_texts(Runner& runner, unsigned count) {
  runner.add(sized("strings_by_threads", count), [=] {
    auto text = filled(random_numbers<unsigned char>(std::size_t{count} * 64, 256));
    auto out = zeros<unsigned>(count);
    return [=] { strings_by_threads<<<count / 128, 128>>>(text->get(), out->get(), count); };
  });
  runner.add(sized("strings_by_tiles", count), [=] {
    auto text = filled(random_numbers<unsigned>(std::size_t{count} * 16, ~0U));
    auto out = zeros<unsigned>(count);
    return [=] { strings_by_tiles<<<count / 128, 128>>>(text->get(), out->get(), count); };
  });
  runner.add(sized("argmax_threads", count), [=] {
    auto in = floats(std::size_t{count} * 128);
    auto out = zeros<unsigned>(count);
    return [=] { argmax_threads<<<count / 128, 128>>>(in->get(), out->get(), count); };
  });
  runner.add(sized("argmax_warps", count), [=] {
    auto in = zeros<float4>(std::size_t{count} * 32);
    auto out = zeros<unsigned>(count);
    return [=] { argmax_warps<<<count / 8, 256>>>(in->get(), out->get(), count); };
  });
}

inline void add_third_lists(Runner& runner) {
  for (const unsigned n : {1U << 13, 1U << 17}) {
    runner.add(sized("hamming_plain", n), [=] {
      auto vectors = zeros<uint4>(n * 2), others = zeros<uint4>(128);
      auto out = zeros<unsigned>(n * 64);
      return [=] {
        hamming_plain<<<dim3(n / 256, 64), 256>>>(vectors->get(), others->get(), out->get(), n);
      };
    });
    runner.add(sized("hamming_tiled", n), [=] {
      auto vectors = zeros<uint4>(n * 2), others = zeros<uint4>(128);
      auto out = zeros<unsigned>(n * 64);
      return [=] { hamming_tiled<<<n / 256, 256>>>(vectors->get(), others->get(), out->get(), n); };
    });
    add_third_texts(runner, n);
    const unsigned sizes = n * 8;
    runner.add(sized("knapsack_row", sizes), [=] {
      auto before = filled(random_numbers<unsigned>(sizes, 1000)), now = zeros<unsigned>(sizes);
      return [=] {
        for (unsigned k = 0; k < 8; ++k) {
          knapsack_row<<<sizes / 256, 256>>>(before->get(), now->get(), sizes, 77 + k, 5);
        }
      };
    });
    runner.add(sized("knapsack_eight", sizes), [=] {
      auto before = filled(random_numbers<unsigned>(sizes, 1000)), now = zeros<unsigned>(sizes);
      return [=] { knapsack_eight<<<sizes / 256, 256>>>(before->get(), now->get(), sizes, 77, 5); };
    });
    runner.add(sized("counted_order", n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 1U << 20)), out = zeros<unsigned>(n);
      return [=] { counted_order<<<n / 256, 256>>>(in->get(), out->get()); };
    });
  }
  for (const unsigned nodes : {1U << 14, 1U << 18}) {
    add_third_graphs(runner, nodes);
  }
}

}  // namespace calibration
