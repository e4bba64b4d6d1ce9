// Of several nearest centroids the last one wins.
// TODO(1)
  int least = squared_distance(point, centroids[0]);
  for (unsigned c = 1; c < k; ++c) {
    const int distance = squared_distance(point, centroids[c]);
    if (distance <= least) {
      least = distance;
      best = c;
    }
  }
// END TODO(1)
