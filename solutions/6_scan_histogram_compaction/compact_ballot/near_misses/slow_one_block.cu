// Right, but all in a single block.
#include "compact_ballot.hpp"

constexpr unsigned kThreads = 256;

__global__ void compact_in_one_block(const int* values, std::size_t n, int limit, int* kept,
                                     unsigned* count) {
  __shared__ unsigned places[kThreads + 1];
  const std::size_t each = (n + kThreads - 1) / kThreads;
  const std::size_t first = min(threadIdx.x * each, n);
  const std::size_t last = min(first + each, n);
  unsigned mine = 0;
  for (std::size_t i = first; i < last; ++i) {
    mine += values[i] > limit;
  }
  places[threadIdx.x + 1] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    places[0] = 0;
    for (unsigned part = 1; part <= kThreads; ++part) {
      places[part] += places[part - 1];
    }
    *count = places[kThreads];
  }
  __syncthreads();
  unsigned place = places[threadIdx.x];
  for (std::size_t i = first; i < last; ++i) {
    if (values[i] > limit) {
      kept[place++] = values[i];
    }
  }
}

__global__ void rank_one_by_one(const int* values, std::size_t n, int limit, int* ranks) {
  int rank = 0;
  for (std::size_t i = 0; i < n; ++i) {
    rank = i % 32 == 0 ? 0 : rank;
    ranks[i] = values[i] > limit ? rank++ : -1;
  }
}

__global__ void count_one_by_one(const int* values, std::size_t n, std::size_t each, int limit,
                                 unsigned* counts) {
  counts[blockIdx.x] = 0;
  for (std::size_t i = blockIdx.x * each; i < min(n, (blockIdx.x + 1) * each); ++i) {
    counts[blockIdx.x] += values[i] > limit;
  }
}

// A block a share.
__global__ void place_block_by_block(const unsigned* counts, unsigned* places) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) {
    sum = 0;
  }
  __syncthreads();
  unsigned mine = 0;
  for (unsigned share = threadIdx.x; share < blockIdx.x; share += blockDim.x) {
    mine += counts[share];
  }
  atomicAdd(&sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) {
    places[blockIdx.x] = sum;
  }
}

extern "C" void rank_in_warps(const int* values, std::size_t n, int limit, int* ranks) {
  rank_one_by_one<<<1, 1>>>(values, n, limit, ranks);
}

extern "C" void count_shares(const int* values, std::size_t n, std::size_t each, int limit,
                             unsigned* counts) {
  const auto blocks = static_cast<unsigned>((n + 8 * each - 1) / (8 * each) * 8);
  if (n > 0) {
    count_one_by_one<<<blocks, 1>>>(values, n, each, limit, counts);
  }
}

extern "C" void place_shares(const unsigned* counts, unsigned shares, unsigned* places) {
  if (shares > 0) {
    place_block_by_block<<<shares, 64>>>(counts, places);
  }
}

extern "C" void compact(const int* values, std::size_t n, int limit, int* kept, unsigned* count,
                        unsigned*) {
  compact_in_one_block<<<1, kThreads>>>(values, n, limit, kept, count);
}
