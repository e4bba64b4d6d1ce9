// A shuffle for each thread of the tile: eight where three steps do.
// TODO(1)
  int sum = 0;
  for (unsigned rank = 0; rank < tile.size(); ++rank) {
    sum += tile.shfl(value, rank);
  }
  value = sum;
// END TODO(1)
