// Exercise kmeans, the update. See README.md for the tasks and kmeans.hpp for the interface.
#include "kmeans.hpp"

constexpr unsigned kThreads = 256;     // threads in a block
constexpr unsigned kMostBlocks = 264;  // each merges its sums once: no more than fill a big GPU

// Adds a point to the sums of its cluster, which are in shared memory.
__device__ void add_point(int4 point, unsigned* sums) {
  // TODO(3): the coordinates and the count; other threads add as well (about 5 lines)
  // END TODO(3)
}

// Sums the block's share of the points: first, first + stride, first + 2 * stride, ... for a
// thread. `mine` is an array in shared memory of kSums numbers a cluster that hold anything before.
__device__ void sum_share(const int4* points, std::size_t n, std::size_t first, std::size_t stride,
                          const unsigned* labels, unsigned k, unsigned* mine, unsigned* sums) {
  // TODO(4): clear the block's sums, add the points, merge them into `sums` (about 10 lines)
  // END TODO(4)
}

__global__ void sum_kernel(const int4* points, std::size_t n, const unsigned* labels, unsigned k,
                           unsigned* sums) {
  __shared__ unsigned mine[kMostClusters * kSums];
  sum_share(points, n, blockIdx.x * std::size_t{kThreads} + threadIdx.x,
            gridDim.x * std::size_t{kThreads}, labels, k, mine, sums);
}

// A thread a centroid.
__global__ void move_kernel(const unsigned* sums, int* centroids) {
  const unsigned* const mine = sums + threadIdx.x * kSums;
  int* const centroid = centroids + threadIdx.x * kDims;
  const unsigned count = mine[kDims];
  for (unsigned d = 0; d < kDims && count > 0; ++d) {
    centroid[d] = static_cast<int>((mine[d] + count / 2) / count);
  }
}

static unsigned blocks_for(std::size_t n) {
  const std::size_t blocks = (n + kThreads - 1) / kThreads;
  return static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks);
}

extern "C" void sum_clusters(const int* points, std::size_t n, const unsigned* labels, unsigned k,
                             unsigned* sums) {
  sum_kernel<<<blocks_for(n), kThreads>>>(reinterpret_cast<const int4*>(points), n, labels, k,
                                          sums);
}

extern "C" void move_centroids(const unsigned* sums, unsigned k, int* centroids) {
  move_kernel<<<1, k>>>(sums, centroids);
}
