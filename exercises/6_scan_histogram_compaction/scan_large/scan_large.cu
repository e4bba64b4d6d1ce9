// Exercise scan_large: see README.md for the tasks and scan_large.hpp for the interface.
#include "scan_large.hpp"

constexpr unsigned kWarp = 32;                        // lanes in a warp
constexpr unsigned kWarps = kTile / kSegment;         // warps in a block
constexpr unsigned kThreads = kWarps * kWarp;         // threads in a block
constexpr unsigned kRounds = kSegment / (4 * kWarp);  // times that a lane takes four values
[[maybe_unused]] constexpr unsigned kAllLanes = 0xffffffffu;

// A lane's values: in round r the four from place 128 * r + 4 * lane of its warp's segment.
struct Items {
  int4 round[kRounds];
};

__device__ unsigned lane() {
  return threadIdx.x % kWarp;
}

__device__ unsigned warp() {
  return threadIdx.x / kWarp;
}

__device__ int sum_of(int4 four) {
  return four.x + four.y + four.z + four.w;
}

// Where this lane's four values of round r lie, if the block's tile begins at `tile`.
__device__ std::size_t place(std::size_t tile, unsigned r) {
  return tile + warp() * kSegment + r * 4 * kWarp + lane() * 4;
}

// This lane's values of the tile; 0 for those past the end.
__device__ Items read_items(const int* values, std::size_t n, std::size_t tile) {
  Items items;
  for (unsigned r = 0; r < kRounds; ++r) {
    const std::size_t i = place(tile, r);
    if (i + 4 <= n) {
      items.round[r] = *reinterpret_cast<const int4*>(values + i);
    } else {
      items.round[r].x = i < n ? values[i] : 0;
      items.round[r].y = i + 1 < n ? values[i + 1] : 0;
      items.round[r].z = i + 2 < n ? values[i + 2] : 0;
      items.round[r].w = 0;
    }
  }
  return items;
}

// Writes the sums in front of this lane's values; first[r] is the one in front of round r's first.
__device__ void write_sums(const Items& items, const int* first, int* sums, std::size_t n,
                           std::size_t tile) {
  for (unsigned r = 0; r < kRounds; ++r) {
    const std::size_t i = place(tile, r);
    const int4 four = items.round[r];
    const int x = first[r], y = x + four.x, z = y + four.y, w = z + four.z;
    if (i + 4 <= n) {
      *reinterpret_cast<int4*>(sums + i) = make_int4(x, y, z, w);
    } else if (i < n) {
      sums[i] = x;
      if (i + 1 < n) {
        sums[i + 1] = y;
      }
      if (i + 2 < n) {
        sums[i + 2] = z;
      }
    }
  }
}

// Adds `before` to the first sum of each round.
__device__ void add_to_all(int before, int* first) {
  for (unsigned r = 0; r < kRounds; ++r) {
    first[r] += before;
  }
}

// The sum of the values of all lanes up to and including this one. All lanes must call it.
__device__ int scan_warp(int value) {
  // TODO(1): add the value of the lane 1, 2, 4, ... before, where there is one (about 5 lines)
  // END TODO(1)
  return value;
}

// Fills first[r] with the sum of the segment's values before this lane's four of round r. Returns
// the sum of the whole segment, in every lane. All lanes must call it.
__device__ int scan_segment(const Items& items, int* first) {
  int before = 0;  // the sum of the rounds that are done
  // TODO(2): in each round scan the lanes' sums of four; carry on the last (about 6 lines)
  // END TODO(2)
  return before;
}

// Hands the sum of this warp's segment to the other warps through `sums`, an array in shared memory
// with a place for each warp. Returns the sum of the segments before this one; total becomes the
// sum of all. All threads of the block must call it, and may do so again and again.
__device__ int sum_before(int mine, int* sums, int& total) {
  int before = 0;
  total = 0;
  // TODO(3): store, wait, add up those before mine and all (about 10 lines)
  // END TODO(3)
  return before;
}

// As scan_segment, but for the tile. All threads of the block must call it.
__device__ int scan_tile(const Items& items, int* first) {
  __shared__ int sums[kWarps];
  int total;
  const int mine = scan_segment(items, first);
  add_to_all(sum_before(mine, sums, total), first);
  return total;
}

// Adds the sum of the block's tile to *total, with one atomicAdd a warp.
__device__ void add_tile(const Items& items, int* total) {
  // TODO(4): the sum of the lane's values, then that of the warp's (about 8 lines)
  // END TODO(4)
}

// totals[b] += the sum of tile b, which is block b's.
__global__ void add_tiles_kernel(const int* values, std::size_t n, int* totals) {
  add_tile(read_items(values, n, blockIdx.x * std::size_t{kTile}), &totals[blockIdx.x]);
}

// Replaces the totals of `tiles` tiles by their exclusive scan. A single block.
__global__ void scan_totals_kernel(int* totals, std::size_t tiles) {
  // TODO(5): kTile totals at a time: read, scan, add what came before, write (about 9 lines)
  // END TODO(5)
}

// Block b scans tile b, and every gridDim.x-th one behind it. offsets[t] is added to tile t's sums,
// and its total stored, where there are such arrays.
__global__ void scan_tiles_kernel(const int* values, std::size_t n, const int* offsets, int* sums,
                                  int* totals) {
  for (std::size_t tile = blockIdx.x * std::size_t{kTile}; tile < n;
       tile += gridDim.x * std::size_t{kTile}) {
    const Items items = read_items(values, n, tile);
    int first[kRounds];
    const int total = scan_tile(items, first);
    add_to_all(offsets == nullptr ? 0 : offsets[tile / kTile], first);
    write_sums(items, first, sums, n, tile);
    if (totals != nullptr && threadIdx.x == 0) {
      totals[tile / kTile] = total;
    }
  }
}

__global__ void scan_warps_kernel(const int* values, std::size_t n, int* sums) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const int sum = scan_warp(i < n ? values[i] : 0);
  if (i < n) {
    sums[i] = sum;
  }
}

__global__ void scan_segments_kernel(const int* values, std::size_t n, int* sums) {
  const std::size_t tile = blockIdx.x * std::size_t{kTile};
  const Items items = read_items(values, n, tile);
  int first[kRounds];
  scan_segment(items, first);
  write_sums(items, first, sums, n, tile);
}

static unsigned blocks_for(std::size_t n, unsigned each) {
  return static_cast<unsigned>((n + each - 1) / each);
}

extern "C" void scan_warps(const int* values, std::size_t n, int* sums) {
  if (n > 0) {
    scan_warps_kernel<<<blocks_for(n, kThreads), kThreads>>>(values, n, sums);
  }
}

extern "C" void scan_segments(const int* values, std::size_t n, int* sums) {
  if (n > 0) {
    scan_segments_kernel<<<blocks_for(n, kTile), kThreads>>>(values, n, sums);
  }
}

extern "C" void scan_tiles(const int* values, std::size_t n, int* sums, int* totals) {
  if (n > 0) {  // two tiles a block: sum_before is called again at once, as in kernel 2
    scan_tiles_kernel<<<blocks_for(n, 2 * kTile), kThreads>>>(values, n, nullptr, sums, totals);
  }
}

extern "C" void sum_tiles(const int* values, std::size_t n, int* totals) {
  const unsigned tiles = blocks_for(n, kTile);
  cudaMemsetAsync(totals, 0, tiles * sizeof *totals);
  if (n > 0) {
    add_tiles_kernel<<<tiles, kThreads>>>(values, n, totals);
  }
}

extern "C" void scan_totals(int* totals, std::size_t tiles) {
  scan_totals_kernel<<<1, kThreads>>>(totals, tiles);
}

extern "C" void scan_large(const int* values, std::size_t n, int* sums, int* scratch) {
  if (n > 0) {
    const unsigned tiles = blocks_for(n, kTile);
    sum_tiles(values, n, scratch);
    scan_totals(scratch, tiles);
    scan_tiles_kernel<<<tiles, kThreads>>>(values, n, scratch, sums, nullptr);
  }
}
