// The steps are those of a warp: beyond the tile there is nobody, and a thread gets its own value again.
// TODO(1)
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += tile.shfl_down(value, distance);
  }
// END TODO(1)
