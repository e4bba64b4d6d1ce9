// Right, and four times as many threads as in the reference, but all in a single block.
#include "scan_large.hpp"

constexpr unsigned kThreads = 1024;

// Scans the `n` values that block b has from place b * n on, of `all` in total.
__global__ void scan_in_one_block(const int* values, std::size_t all, std::size_t n, bool inclusive,
                                  int* sums) {
  __shared__ int parts[kThreads + 1];
  const std::size_t end = min((blockIdx.x + 1) * n, all);
  const std::size_t each = (n + kThreads - 1) / kThreads;
  const std::size_t first = min(blockIdx.x * n + threadIdx.x * each, end);
  const std::size_t last = min(first + each, end);
  int sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    sum += values[i];
  }
  parts[threadIdx.x + 1] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[0] = 0;
    for (unsigned part = 1; part < kThreads; ++part) {
      parts[part] += parts[part - 1];
    }
  }
  __syncthreads();
  sum = parts[threadIdx.x];
  for (std::size_t i = first; i < last; ++i) {
    sums[i] = inclusive ? sum + values[i] : sum;
    sum += values[i];
  }
}

static void scan_each(const int* values, std::size_t n, std::size_t each, bool inclusive,
                      int* sums) {
  if (n > 0) {
    const auto blocks = static_cast<unsigned>((n + each - 1) / each);
    scan_in_one_block<<<blocks, kThreads>>>(values, n, each, inclusive, sums);
  }
}

extern "C" void scan_warps(const int* values, std::size_t n, int* sums) {
  scan_each(values, n, 32, true, sums);
}

extern "C" void scan_segments(const int* values, std::size_t n, int* sums) {
  scan_each(values, n, kSegment, false, sums);
}

extern "C" void scan_tiles(const int* values, std::size_t n, int* sums, int* totals) {
  scan_each(values, n, kTile, false, sums);
  sum_tiles(values, n, totals);
}

__global__ void sum_tile(const int* values, std::size_t n, int* totals) {
  const std::size_t tile = blockIdx.x * std::size_t{kTile};
  totals[blockIdx.x] = 0;
  for (std::size_t i = tile; i < min(n, tile + kTile); ++i) {
    totals[blockIdx.x] += values[i];
  }
}

extern "C" void sum_tiles(const int* values, std::size_t n, int* totals) {
  if (n > 0) {
    sum_tile<<<static_cast<unsigned>((n + kTile - 1) / kTile), 1>>>(values, n, totals);
  }
}

__global__ void scan_in_one_thread(int* totals, std::size_t tiles) {
  int before = 0;
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    const int total = totals[tile];
    totals[tile] = before;
    before += total;
  }
}

extern "C" void scan_totals(int* totals, std::size_t tiles) {
  scan_in_one_thread<<<1, 1>>>(totals, tiles);
}

extern "C" void scan_large(const int* values, std::size_t n, int* sums, int*) {
  scan_each(values, n, n, false, sums);
}
