// From the last centroid to the first, the count by shuffles, a loop over coordinates.
// TODO(1)
  int least = 0x7fffffff;
  for (unsigned c = k; c-- > 0;) {
    const int distance = squared_distance(centroids[c], point);
    best = distance <= least ? c : best;
    least = min(distance, least);
  }
// END TODO(1)
// TODO(2)
  unsigned count = changed ? 1 : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    count += __shfl_xor_sync(0xffffffffu, count, distance);
  }
  if ((threadIdx.x & 31) == 0) {
    atomicAdd(changes, count);
  }
// END TODO(2)
// TODO(3)
  const int coordinate[kDims] = {point.x, point.y, point.z, point.w};
  for (unsigned d = 0; d < kDims; ++d) {
    atomicAdd(sums + d, coordinate[d]);
  }
  atomicAdd(sums + kDims, 1u);
// END TODO(3)
// TODO(6)
  for (bool settled = false; !settled && rounds < max_rounds; ++rounds) {
    settled = assign(points, n, centroids, k, labels, scratch) == 0;
    if (!settled) {
      move(points, n, centroids, k, labels, scratch);
    }
  }
// END TODO(6)
