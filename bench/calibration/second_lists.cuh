// Second blind test, lists and graphs: neighbours, ranks, a hash table, merging, partitions, sums
// in halves.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Edges (from, to) of a graph, in any order.
struct Edges {
  const unsigned* from;
  const unsigned* to;
  unsigned count;
};

__global__ void degrees_atomic(Edges edges, unsigned* degrees) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < edges.count) {
    atomicAdd(&degrees[edges.to[i]], 1U);
  }
}

/// The edges of a node lie together: `begins` says where.
__global__ void degrees_by_begins(const unsigned* begins, unsigned* degrees, unsigned nodes) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nodes) {
    degrees[i] = begins[i + 1] - begins[i];
  }
}

__global__ void ranks_pushed(Edges edges, const float* shares, float* ranks) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < edges.count) {
    atomicAdd(&ranks[edges.to[i]], shares[edges.from[i]]);
  }
}

/// 16 edges a node.
__global__ void ranks_pulled(const unsigned* from, const float* shares, float* ranks,
                             unsigned nodes) {
  const unsigned node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) {
    float sum = 0;
    for (unsigned k = 0; k < 16; ++k) {
      sum += shares[from[node * 16 + k]];
    }
    ranks[node] = 0.15F + 0.85F * sum;
  }
}

__host__ __device__ inline unsigned hashed(unsigned key) {
  key ^= key >> 16;
  key *= 0x7feb352dU;
  key ^= key >> 15;
  return key;
}

/// Open addressing; 0 is no key. Slots that other threads fill meanwhile are passed by.
__global__ void table_insert(const unsigned* keys, unsigned n, unsigned* table, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = keys[i] + 1;
    unsigned place = hashed(key) & mask;
    for (unsigned tries = 0; tries < 64; ++tries) {
      const unsigned there = atomicCAS(&table[place], 0U, key);
      if (there == 0 || there == key) {
        return;
      }
      place = (place + 1) & mask;
    }
  }
}

__global__ void table_find(const unsigned* keys, unsigned n, const unsigned* table, unsigned mask,
                           unsigned char* found) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = keys[i] + 1;
    unsigned place = hashed(key) & mask;
    while (table[place] != 0 && table[place] != key) {
      place = (place + 1) & mask;
    }
    found[i] = table[place] == key ? 1 : 0;
  }
}

/// Each thread looks where its element belongs among those of the other list.
__global__ void merge_by_search(const unsigned* a, const unsigned* b, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 * n) {
    return;
  }
  const bool is_first = i < n;
  const unsigned own = is_first ? i : i - n;
  const unsigned value = is_first ? a[own] : b[own];
  const unsigned* const other = is_first ? b : a;
  unsigned low = 0, high = n;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (other[middle] < value || (!is_first && other[middle] == value)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[own + low] = value;
}

__global__ void part_by_thread(const int* in, int* small, int* large, unsigned* counts,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int value = in[i];
    int* const list = value < 300 ? small : large;
    list[atomicAdd(&counts[value < 300 ? 0 : 1], 1U)] = value;
  }
}

__global__ void part_by_warp(const int* in, int* small, int* large, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int value = i < n ? in[i] : 0;
  const unsigned is_small = __ballot_sync(~0U, value < 300);
  unsigned base = 0;
  if (lane < 2) {
    base =
        atomicAdd(&counts[lane], static_cast<unsigned>(__popc(lane == 0 ? is_small : ~is_small)));
  }
  const unsigned first_small = __shfl_sync(~0U, base, 0), first_large = __shfl_sync(~0U, base, 1);
  const unsigned before = (1U << lane) - 1;
  if (value < 300) {
    small[first_small + static_cast<unsigned>(__popc(is_small & before))] = value;
  } else {
    large[first_large + static_cast<unsigned>(__popc(~is_small & before))] = value;
  }
}

/// Adds the second half of a list to the first: one of many steps of a sum.
__global__ void add_half(float* values, unsigned half) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) {
    values[i] += values[i + half];
  }
}

__global__ void reversed(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[n - 1 - i] = in[i];
  }
}

/// The same by tiles that are turned round in shared memory.
__global__ void reversed_by_tiles(const float* in, float* out, unsigned n) {
  __shared__ float tile[256];
  tile[255 - threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[n - (blockIdx.x + 1) * 256 + threadIdx.x] = tile[threadIdx.x];
}

inline void add_graphs(Runner& runner, unsigned nodes) {
  const unsigned count = nodes * 16;
  const auto ends = [=](std::uint64_t seed) {
    return filled(random_numbers<unsigned>(count, nodes, seed));
  };
  runner.add(sized("degrees_atomic", nodes), [=] {
    auto from = ends(3), to = ends(5);
    auto degrees = zeros<unsigned>(nodes);
    return [=] {
      degrees_atomic<<<count / 256, 256>>>({from->get(), to->get(), count}, degrees->get());
    };
  });
  runner.add(sized("degrees_by_begins", nodes), [=] {
    auto begins = zeros<unsigned>(nodes + 1), degrees = zeros<unsigned>(nodes);
    return [=] { degrees_by_begins<<<nodes / 256, 256>>>(begins->get(), degrees->get(), nodes); };
  });
  runner.add(sized("ranks_pushed", nodes), [=] {
    auto from = ends(3), to = ends(5);
    auto shares = floats(nodes), ranks = zeros<float>(nodes);
    return [=] {
      ranks_pushed<<<count / 256, 256>>>({from->get(), to->get(), count}, shares->get(),
                                         ranks->get());
    };
  });
  runner.add(sized("ranks_pulled", nodes), [=] {
    auto from = ends(3);
    auto shares = floats(nodes), ranks = zeros<float>(nodes);
    return [=] {
      ranks_pulled<<<nodes / 256, 256>>>(from->get(), shares->get(), ranks->get(), nodes);
    };
  });
}

/// The table with these keys in it.
inline std::vector<unsigned> table_of(const std::vector<unsigned>& keys, unsigned mask) {
  std::vector<unsigned> table(mask + 1, 0);
  for (const unsigned each : keys) {
    unsigned place = hashed(each + 1) & mask;
    while (table[place] != 0 && table[place] != each + 1) {
      place = (place + 1) & mask;
    }
    table[place] = each + 1;
  }
  return table;
}

inline void add_tables(Runner& runner, unsigned n) {
  const unsigned mask = 4 * n - 1;
  runner.add(sized("table_insert", n), [=] {
    auto keys = filled(random_numbers<unsigned>(n, 1U << 30));
    auto table = zeros<unsigned>(mask + 1);
    return [=] { table_insert<<<n / 256, 256>>>(keys->get(), n, table->get(), mask); };
  });
  runner.add(sized("table_find", n), [=] {
    const auto host = random_numbers<unsigned>(n, 1U << 30);
    const auto places = table_of(host, mask);
    auto keys = filled(host), table = filled(places);
    auto found = zeros<unsigned char>(n);
    return [=] { table_find<<<n / 256, 256>>>(keys->get(), n, table->get(), mask, found->get()); };
  });
}

inline void add_partitions(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<int>(n, 1000)), lists = zeros<int>(std::size_t{n} * 18);
      auto counts = zeros<unsigned>(2);
      return [=] {
        kernel<<<n / 256, 256>>>(in->get(), lists->get(), lists->get() + std::size_t{n} * 17 / 3,
                                 counts->get(), n);
      };
    });
  };
  // The counts go on from run to run; 17 runs find room.
  add("part_by_thread", part_by_thread);
  add("part_by_warp", part_by_warp);
}

inline void add_second_lists(Runner& runner) {
  for (const unsigned nodes : {1U << 14, 1U << 18}) {
    add_graphs(runner, nodes);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_tables(runner, n / 4);
    add_partitions(runner, n);
    runner.add(sized("merge_by_search", n / 2), [=] {
      std::vector<unsigned> a = random_numbers<unsigned>(n / 2, 1U << 30), b = a;
      std::sort(a.begin(), a.end());
      for (unsigned& value : b) {
        value = value * 3 % (1U << 30);
      }
      std::sort(b.begin(), b.end());
      auto first = filled(a), second = filled(b), out = zeros<unsigned>(n);
      return [=] {
        merge_by_search<<<n / 256, 256>>>(first->get(), second->get(), out->get(), n / 2);
      };
    });
    runner.add(sized("halves", n), [=] {
      auto values = floats(n);
      return [=] {
        for (unsigned half = n / 2; half > 0; half /= 2) {
          add_half<<<(half + 255) / 256, 256>>>(values->get(), half);
        }
      };
    });
    runner.add(sized("reversed_direct", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { reversed<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("reversed_tiles", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { reversed_by_tiles<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
  }
}

}  // namespace calibration
