// Only the tile's first thread has the sum, where each thread is to have it.
// TODO(1)
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2) {
    value += tile.shfl_down(value, distance);
  }
// END TODO(1)
