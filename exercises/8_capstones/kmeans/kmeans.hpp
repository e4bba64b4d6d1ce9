// The interface of exercise kmeans. Points and centroids have four coordinates, whole numbers from
// 0 to 1023, so that all distances and sums are exact.
#pragma once

#include <cstddef>

constexpr unsigned kDims = 4;  ///< coordinates of a point
constexpr unsigned kMostClusters = 64;
constexpr unsigned kSums = kDims + 1;  ///< numbers a cluster in `sums`: each coordinate, the count

extern "C" {

/// labels[i] = the number of the centroid with the least squared distance to point i; of several,
/// the lowest number. *changes += how many labels are not what they were.
///
/// points is device memory of n * kDims numbers, centroids of k * kDims; both begin at a multiple
/// of 16 bytes and are only read. labels is device memory of n labels, changes of one number. All
/// are owned by the caller. 1 <= k <= kMostClusters; 1 <= n <= 2^20. The call launches the work and
/// returns; the caller synchronises.
void assign_points(const int* points, std::size_t n, const int* centroids, unsigned k,
                   unsigned* labels, unsigned* changes);

/// For each cluster c of k: sums[c * kSums + d] += the sum of coordinate d over the points with
/// label c, and sums[c * kSums + kDims] += their number.
///
/// As assign_points; labels is only read, sums is device memory of k * kSums numbers.
void sum_clusters(const int* points, std::size_t n, const unsigned* labels, unsigned k,
                  unsigned* sums);

/// Moves each centroid to the mean of its points: coordinate d becomes (sum + count / 2) / count,
/// in whole numbers. A centroid without points stays.
///
/// As assign_points; sums, as from sum_clusters, is only read.
void move_centroids(const unsigned* sums, unsigned k, int* centroids);

/// Rounds of assigning, and moving the centroids, until a round of assigning changes no label, or
/// max_rounds rounds have been made. After a round that changes nothing the centroids are not moved
/// again. Returns the number of rounds of assigning.
///
/// As assign_points; labels hold labels that are no cluster's before. The call returns when the
/// work is done.
unsigned kmeans(const int* points, std::size_t n, int* centroids, unsigned k, unsigned* labels,
                unsigned max_rounds);
}
