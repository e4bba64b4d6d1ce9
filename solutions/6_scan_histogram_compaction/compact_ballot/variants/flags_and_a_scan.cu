// Another way: a block has 1024 values, counts them, one block scans the counts, then each block
// scans its flags in shared memory.
#include "compact_ballot.hpp"

constexpr unsigned kThreads = 1024;

// The sum over the block up to and including mine.
__device__ unsigned scan_block(unsigned value) {
  __shared__ unsigned sums[kThreads];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (unsigned distance = 1; distance < kThreads; distance *= 2) {
    const unsigned before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  const unsigned sum = sums[threadIdx.x];
  __syncthreads();
  return sum;
}

__global__ void ranks(const int* values, std::size_t n, int limit, int* result) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  if (i < n) {
    int rank = 0;
    for (std::size_t j = i / 32 * 32; j < i; ++j) {
      rank += values[j] > limit;
    }
    result[i] = values[i] > limit ? rank : -1;
  }
}

__global__ void count_each(const int* values, std::size_t n, std::size_t each, int limit,
                           unsigned* counts) {
  unsigned count = 0;
  for (std::size_t i = threadIdx.x; i < each; i += blockDim.x) {
    const std::size_t place = blockIdx.x * each + i;
    count += __syncthreads_count(place < n && values[place] > limit);
  }
  if (threadIdx.x == 0) {
    counts[blockIdx.x] = count;
  }
}

__global__ void scan_counts(const unsigned* counts, std::size_t shares, unsigned* places,
                            unsigned* total) {
  unsigned before = 0;
  for (std::size_t first = 0; first < shares; first += kThreads) {
    __shared__ unsigned sum;
    const std::size_t i = first + threadIdx.x;
    const unsigned mine = i < shares ? counts[i] : 0;
    const unsigned up_to_mine = scan_block(mine);
    if (i < shares) {
      places[i] = before + up_to_mine - mine;
    }
    if (threadIdx.x == kThreads - 1) {
      sum = up_to_mine;
    }
    __syncthreads();
    before += sum;
    __syncthreads();
  }
  if (total != nullptr && threadIdx.x == 0) {
    *total = before;
  }
}

__global__ void copy(const int* values, std::size_t n, int limit, const unsigned* places,
                     int* kept) {
  const std::size_t i = blockIdx.x * std::size_t{kThreads} + threadIdx.x;
  const bool keep = i < n && values[i] > limit;
  const unsigned up_to_me = scan_block(keep ? 1 : 0);
  if (keep) {
    kept[places[blockIdx.x] + up_to_me - 1] = values[i];
  }
}

extern "C" void rank_in_warps(const int* values, std::size_t n, int limit, int* result) {
  if (n > 0) {
    ranks<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads>>>(values, n, limit,
                                                                              result);
  }
}

extern "C" void count_shares(const int* values, std::size_t n, std::size_t each, int limit,
                             unsigned* counts) {
  if (n > 0) {
    const auto shares = static_cast<unsigned>((n + 8 * each - 1) / (8 * each) * 8);
    count_each<<<shares, 32>>>(values, n, each, limit, counts);
  }
}

extern "C" void place_shares(const unsigned* counts, unsigned shares, unsigned* places) {
  if (shares > 0) {
    scan_counts<<<1, kThreads>>>(counts, shares, places, nullptr);
  }
}

extern "C" void compact(const int* values, std::size_t n, int limit, int* kept, unsigned* count,
                        unsigned* scratch) {
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  if (n == 0) {
    cudaMemset(count, 0, sizeof *count);
    return;
  }
  count_each<<<blocks, kThreads>>>(values, n, kThreads, limit, scratch);
  scan_counts<<<1, kThreads>>>(scratch, blocks, scratch, count);
  copy<<<blocks, kThreads>>>(values, n, limit, scratch, kept);
}
