// Exercise kmeans, the rounds. See README.md for the tasks and kmeans.hpp for the interface.
#include "kmeans.hpp"

// What a round needs on the device beside points, centroids and labels.
struct Scratch {
  unsigned* changes;
  unsigned* sums;
};

// Assigns all points and returns how many labels have changed.
inline unsigned assign(const int* points, std::size_t n, const int* centroids, unsigned k,
                       unsigned* labels, const Scratch& scratch) {
  unsigned changes = 0;
  // TODO(5): clear the number, assign, bring the number to the host (about 4 lines)
  // END TODO(5)
  return changes;
}

// Moves the centroids to the means of their points.
inline void move(const int* points, std::size_t n, int* centroids, unsigned k,
                 const unsigned* labels, const Scratch& scratch) {
  cudaMemsetAsync(scratch.sums, 0, k * kSums * sizeof *scratch.sums);
  sum_clusters(points, n, labels, k, scratch.sums);
  move_centroids(scratch.sums, k, centroids);
}

extern "C" unsigned kmeans(const int* points, std::size_t n, int* centroids, unsigned k,
                           unsigned* labels, unsigned max_rounds) {
  Scratch scratch;
  cudaMalloc(&scratch.changes, sizeof *scratch.changes);
  cudaMalloc(&scratch.sums, k * kSums * sizeof *scratch.sums);
  unsigned rounds = 0;
  // TODO(6): assign and move until nothing changes or the rounds are used up (about 7 lines)
  // END TODO(6)
  cudaDeviceSynchronize();
  cudaFree(scratch.changes);
  cudaFree(scratch.sums);
  return rounds;
}
