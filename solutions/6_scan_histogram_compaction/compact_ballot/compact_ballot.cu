// Exercise compact_ballot: see README.md for the tasks and compact_ballot.hpp for the interface.
#include "compact_ballot.hpp"

constexpr unsigned kWarp = 32;                 // lanes in a warp
constexpr unsigned kWarps = 8;                 // warps in a block
constexpr unsigned kThreads = kWarps * kWarp;  // threads in a block
constexpr unsigned kMostBlocks = 1024;         // enough to fill a big GPU
constexpr unsigned kRows = 4;                  // rows of 32 values that a warp reads at a time
constexpr unsigned kLeastShare = 512;          // values for a warp
[[maybe_unused]] constexpr unsigned kAllLanes = 0xffffffffu;

__device__ unsigned lane() {
  return threadIdx.x % kWarp;
}

// The number of this warp in the grid. Its share of the values is share `grid_warp()`.
__device__ unsigned grid_warp() {
  return blockIdx.x * kWarps + threadIdx.x / kWarp;
}

// The values from place `first` to before `end` belong to one warp.
struct Share {
  std::size_t first, end;
};

__device__ Share share_of(std::size_t n, std::size_t each) {
  const std::size_t first = min(grid_warp() * each, n);
  return {first, min(first + each, n)};
}

// A lane's values of some rows, and whether they are kept. Past the end nothing is.
struct Rows {
  int value[kRows];
  bool keep[kRows];
};

// Row r begins at place i + 32 * r; a lane has the value of its own number there.
__device__ Rows read_rows(const int* values, std::size_t i, std::size_t end, int limit) {
  Rows rows;
  for (unsigned r = 0; r < kRows; ++r) {
    const std::size_t place = i + r * kWarp + lane();
    rows.value[r] = place < end ? values[place] : limit;
  }
  for (unsigned r = 0; r < kRows; ++r) {
    rows.keep[r] = rows.value[r] > limit;
  }
  return rows;
}

// How many lanes below this one keep their value. `kept` becomes the number of all lanes that do.
// All lanes must call it.
__device__ unsigned rank_of(bool keep, unsigned& kept) {
  unsigned rank = 0;
  kept = 0;
  // TODO(1): who keeps? how many are they? how many of them lie below me? (about 3 lines)
  const unsigned mask = __ballot_sync(kAllLanes, keep);
  kept = __popc(mask);
  rank = __popc(mask & ((1u << lane()) - 1));
  // END TODO(1)
  return rank;
}

// Sets *count to how many values of the warp's share are kept.
__device__ void count_share(const int* values, Share share, int limit, unsigned* count) {
  unsigned sum = 0;
  // TODO(2): some rows at a time, count the kept values of all lanes (about 6 lines)
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    for (unsigned r = 0; r < kRows; ++r) {
      sum += __popc(__ballot_sync(kAllLanes, rows.keep[r]));
    }
  }
  // END TODO(2)
  if (lane() == 0) {
    *count = sum;
  }
}

// The sum of the counts of all warps before this one in the grid; counts[w] is that of warp w.
// `sum` is a place in shared memory that holds 0. All threads of the block must call it.
__device__ unsigned count_before(const unsigned* counts, unsigned* sum) {
  unsigned before = 0;
  // TODO(3): the threads add up what is before the block, then the rest (about 10 lines)
  unsigned mine = 0;
  for (unsigned w = threadIdx.x; w < blockIdx.x * kWarps; w += kThreads) {
    mine += counts[w];
  }
  atomicAdd(sum, mine);
  __syncthreads();
  before = *sum;
  for (unsigned w = blockIdx.x * kWarps; w < grid_warp(); ++w) {
    before += counts[w];
  }
  // END TODO(3)
  return before;
}

// Copies the kept values of a row, one a lane, to kept[place], kept[place + 1], ... and moves place
// on behind the last. All lanes must call it.
__device__ void copy_row(int value, bool keep, int* kept, unsigned& place) {
  // TODO(4): how many lanes below me keep theirs? there goes mine; then move on (about 6 lines)
  unsigned in_row;
  const unsigned rank = rank_of(keep, in_row);
  if (keep) {
    kept[place + rank] = value;
  }
  place += in_row;
  // END TODO(4)
}

// Copies the kept values of the warp's share to kept[place], kept[place + 1], ... and returns the
// place after the last.
__device__ unsigned copy_share(const int* values, Share share, int limit, int* kept,
                               unsigned place) {
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    for (unsigned r = 0; r < kRows; ++r) {
      copy_row(rows.value[r], rows.keep[r], kept, place);
    }
  }
  return place;
}

__global__ void rank_kernel(const int* values, std::size_t n, int limit, int* ranks) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const bool keep = i < n && values[i] > limit;
  unsigned kept;
  const unsigned rank = rank_of(keep, kept);
  if (i < n) {
    ranks[i] = keep ? static_cast<int>(rank) : -1;
  }
}

__global__ void count_kernel(const int* __restrict__ values, std::size_t n, std::size_t each,
                             int limit, unsigned* counts) {
  count_share(values, share_of(n, each), limit, &counts[grid_warp()]);
}

// Where the kept values of this warp's share begin.
__device__ unsigned place_of_share(const unsigned* counts) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) {
    sum = 0;
  }
  __syncthreads();
  return count_before(counts, &sum);
}

__global__ void place_kernel(const unsigned* counts, unsigned* places) {
  const unsigned place = place_of_share(counts);
  if (lane() == 0) {
    places[grid_warp()] = place;
  }
}

// The last warp of the grid knows how many values are kept in all.
__global__ void copy_kernel(const int* __restrict__ values, std::size_t n, std::size_t each,
                            int limit, const unsigned* __restrict__ counts, int* __restrict__ kept,
                            unsigned* count) {
  const Share share = share_of(n, each);
  const unsigned end = copy_share(values, share, limit, kept, place_of_share(counts));
  if (grid_warp() == gridDim.x * kWarps - 1 && lane() == 0) {
    *count = end;
  }
}

static unsigned blocks_for(std::size_t n, std::size_t each) {
  return static_cast<unsigned>((n + each - 1) / each);
}

extern "C" void rank_in_warps(const int* values, std::size_t n, int limit, int* ranks) {
  if (n > 0) {
    rank_kernel<<<blocks_for(n, kThreads), kThreads>>>(values, n, limit, ranks);
  }
}

extern "C" void count_shares(const int* values, std::size_t n, std::size_t each, int limit,
                             unsigned* counts) {
  if (n > 0) {
    count_kernel<<<blocks_for(n, each * kWarps), kThreads>>>(values, n, each, limit, counts);
  }
}

extern "C" void place_shares(const unsigned* counts, unsigned shares, unsigned* places) {
  if (shares > 0) {
    place_kernel<<<shares / kWarps, kThreads>>>(counts, places);
  }
}

extern "C" void compact(const int* values, std::size_t n, int limit, int* kept, unsigned* count,
                        unsigned* scratch) {
  if (n == 0) {
    cudaMemsetAsync(count, 0, sizeof *count);
    return;
  }
  // A share for each warp: whole groups of rows.
  const std::size_t rows = blocks_for(n, std::size_t{kMostBlocks} * kWarps * kRows * kWarp);
  const std::size_t each = max(rows * kRows * kWarp, std::size_t{kLeastShare});
  count_shares(values, n, each, limit, scratch);
  copy_kernel<<<blocks_for(n, each * kWarps), kThreads>>>(values, n, each, limit, scratch, kept,
                                                          count);
}
