// Counts only the rounds that change something.
// TODO(6)
  while (rounds < max_rounds && assign(points, n, centroids, k, labels, scratch) > 0) {
    move(points, n, centroids, k, labels, scratch);
    ++rounds;
  }
// END TODO(6)
