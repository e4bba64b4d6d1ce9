// Equal values get the same place.
// TODO(2)
  for (unsigned rank = 0; rank < tile.size(); ++rank) {
    const int other = tile.shfl(value, rank);
    if (other < value) {
      ++place;
    }
  }
// END TODO(2)
