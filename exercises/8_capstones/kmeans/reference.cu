// The reference: correct and as plain as can be. Centroids and sums are in global memory, and every
// point adds to them by itself.
#include "kmeans.hpp"

__global__ void assign_all(const int* points, std::size_t n, const int* centroids, unsigned k,
                           unsigned* labels, unsigned* changes) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned best = 0;
  int least = 0x7fffffff;
  for (unsigned c = 0; c < k; ++c) {
    int distance = 0;
    for (unsigned d = 0; d < kDims; ++d) {
      const int difference = points[i * kDims + d] - centroids[c * kDims + d];
      distance += difference * difference;
    }
    best = distance < least ? c : best;
    least = min(least, distance);
  }
  if (labels[i] != best) {
    atomicAdd(changes, 1u);
  }
  labels[i] = best;
}

__global__ void sum_all(const int* points, std::size_t n, const unsigned* labels, unsigned* sums) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned d = 0; d < kSums && i < n; ++d) {
    atomicAdd(&sums[labels[i] * kSums + d], d < kDims ? points[i * kDims + d] : 1u);
  }
}

__global__ void move_all(const unsigned* sums, unsigned k, int* centroids) {
  for (unsigned i = 0; i < k * kDims; ++i) {
    const unsigned c = i / kDims, count = sums[c * kSums + kDims];
    centroids[i] = count == 0 ? centroids[i] : (sums[c * kSums + i % kDims] + count / 2) / count;
  }
}

extern "C" void assign_points(const int* points, std::size_t n, const int* centroids, unsigned k,
                              unsigned* labels, unsigned* changes) {
  assign_all<<<static_cast<unsigned>((n + 255) / 256), 256>>>(points, n, centroids, k, labels,
                                                              changes);
}

extern "C" void sum_clusters(const int* points, std::size_t n, const unsigned* labels, unsigned,
                             unsigned* sums) {
  sum_all<<<static_cast<unsigned>((n + 255) / 256), 256>>>(points, n, labels, sums);
}

extern "C" void move_centroids(const unsigned* sums, unsigned k, int* centroids) {
  move_all<<<1, 1>>>(sums, k, centroids);
}

extern "C" unsigned kmeans(const int* points, std::size_t n, int* centroids, unsigned k,
                           unsigned* labels, unsigned max_rounds) {
  unsigned *changes, *sums, on_host = 1, rounds = 0;
  cudaMalloc(&changes, sizeof *changes);
  cudaMalloc(&sums, k * kSums * sizeof *sums);
  for (; on_host > 0 && rounds < max_rounds; ++rounds) {
    cudaMemset(changes, 0, sizeof *changes);
    assign_points(points, n, centroids, k, labels, changes);
    cudaMemcpy(&on_host, changes, sizeof on_host, cudaMemcpyDeviceToHost);
    if (on_host > 0) {
      cudaMemset(sums, 0, k * kSums * sizeof *sums);
      sum_clusters(points, n, labels, k, sums);
      move_centroids(sums, k, centroids);
    }
  }
  cudaDeviceSynchronize();
  cudaFree(changes);
  cudaFree(sums);
  return rounds;
}
