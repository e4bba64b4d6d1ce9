// The rank in the block is not the rank in the tile: with equal values, places lie beyond the tile.
// TODO(2)
  for (unsigned rank = 0; rank < tile.size(); ++rank) {
    const int other = tile.shfl(value, rank);
    if (other < value || (other == value && rank < cg::this_thread_block().thread_rank())) {
      ++place;
    }
  }
// END TODO(2)
