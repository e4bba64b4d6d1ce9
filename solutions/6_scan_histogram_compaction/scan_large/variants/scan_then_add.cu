// Another way altogether: scan tiles of 1024 values, scan their totals, add these to every sum. It
// reads the sums once more than it must.
#include "scan_large.hpp"

constexpr unsigned kThreads = 1024;

// The exclusive sum over the block, for one value a thread; total becomes the sum of all.
__device__ int scan_block(int value, int& total) {
  __shared__ int sums[kThreads / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int up_to_me = value;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const int below = __shfl_up_sync(0xffffffffu, up_to_me, distance);
    up_to_me += lane >= distance ? below : 0;
  }
  if (lane == 31) {
    sums[warp] = up_to_me;
  }
  __syncthreads();
  total = sums[lane];
  int before = lane < warp ? total : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    total += __shfl_xor_sync(0xffffffffu, total, distance);
    before += __shfl_xor_sync(0xffffffffu, before, distance);
  }
  __syncthreads();
  return before + up_to_me - value;
}

// Scans each `each` values; each divides kThreads.
__global__ void scan_parts(const int* values, std::size_t n, unsigned each, bool inclusive,
                           int* sums) {
  __shared__ int before[kThreads];
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const int value = i < n ? values[i] : 0;
  int total;
  const int sum = scan_block(value, total);
  before[threadIdx.x] = sum;
  __syncthreads();
  if (i < n) {
    sums[i] = sum - before[threadIdx.x / each * each] + (inclusive ? value : 0);
  }
}

__global__ void scan_blocks(const int* values, std::size_t n, int* sums, int* totals) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  int total;
  const int sum = scan_block(i < n ? values[i] : 0, total);
  if (i < n) {
    sums[i] = sum;
  }
  if (threadIdx.x == 0) {
    totals[blockIdx.x] = total;
  }
}

__global__ void totals_kernel(int* totals, std::size_t tiles) {
  int before = 0;
  for (std::size_t tile = 0; tile < tiles; tile += kThreads) {
    const std::size_t i = tile + threadIdx.x;
    int total;
    const int sum = scan_block(i < tiles ? totals[i] : 0, total);
    if (i < tiles) {
      totals[i] = before + sum;
    }
    before += total;
  }
}

__global__ void add_totals(const int* totals, std::size_t n, int* sums) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (i < n) {
    sums[i] += totals[blockIdx.x];
  }
}

__global__ void scan_four_blocks(const int* values, std::size_t n, int* sums) {
  int before = 0;
  for (unsigned part = 0; part < kTile / kThreads; ++part) {
    const std::size_t i = (blockIdx.x * std::size_t{kTile}) + part * kThreads + threadIdx.x;
    int total;
    const int sum = scan_block(i < n ? values[i] : 0, total);
    if (i < n) {
      sums[i] = before + sum;
    }
    before += total;
  }
}

__global__ void add_up(const int* values, std::size_t n, int* totals) {
  int sum = 0;
  for (unsigned part = 0; part < kTile / kThreads; ++part) {
    const std::size_t i = (blockIdx.x * std::size_t{kTile}) + part * kThreads + threadIdx.x;
    sum += i < n ? values[i] : 0;
  }
  atomicAdd(&totals[blockIdx.x], sum);
}

static unsigned blocks_for(std::size_t n, unsigned each = kThreads) {
  return static_cast<unsigned>((n + each - 1) / each);
}

extern "C" void scan_warps(const int* values, std::size_t n, int* sums) {
  if (n > 0) {
    scan_parts<<<blocks_for(n), kThreads>>>(values, n, 32, true, sums);
  }
}

extern "C" void scan_segments(const int* values, std::size_t n, int* sums) {
  if (n > 0) {
    scan_parts<<<blocks_for(n), kThreads>>>(values, n, kSegment, false, sums);
  }
}

extern "C" void scan_tiles(const int* values, std::size_t n, int* sums, int* totals) {
  if (n > 0) {
    scan_four_blocks<<<blocks_for(n, kTile), kThreads>>>(values, n, sums);
  }
  sum_tiles(values, n, totals);
}

extern "C" void sum_tiles(const int* values, std::size_t n, int* totals) {
  if (n > 0) {
    cudaMemset(totals, 0, blocks_for(n, kTile) * sizeof *totals);
    add_up<<<blocks_for(n, kTile), kThreads>>>(values, n, totals);
  }
}

extern "C" void scan_totals(int* totals, std::size_t tiles) {
  totals_kernel<<<1, kThreads>>>(totals, tiles);
}

extern "C" void scan_large(const int* values, std::size_t n, int* sums, int* scratch) {
  if (n > 0) {
    scan_blocks<<<blocks_for(n), kThreads>>>(values, n, sums, scratch);
    scan_totals(scratch, blocks_for(n));
    add_totals<<<blocks_for(n), kThreads>>>(scratch, n, sums);
  }
}
