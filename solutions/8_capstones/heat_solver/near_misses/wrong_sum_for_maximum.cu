// The sum of the warp, as in reduce_shuffle.
// TODO(2)
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
// END TODO(2)
