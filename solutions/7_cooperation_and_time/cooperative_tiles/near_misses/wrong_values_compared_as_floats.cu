// A float has 24 bits: large values that differ are equal to it.
// TODO(2)
  for (unsigned rank = 0; rank < tile.size(); ++rank) {
    const float mine = static_cast<float>(value);
    const float other = tile.shfl(mine, rank);
    if (other < mine || (other == mine && rank < tile.thread_rank())) {
      ++place;
    }
  }
// END TODO(2)
