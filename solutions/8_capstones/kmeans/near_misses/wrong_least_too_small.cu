// No centroid is nearer than the number that the search begins with: the first one is taken.
// TODO(1)
  int least = 1 << 21;
  for (unsigned c = 0; c < k; ++c) {
    const int distance = squared_distance(point, centroids[c]);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
// END TODO(1)
