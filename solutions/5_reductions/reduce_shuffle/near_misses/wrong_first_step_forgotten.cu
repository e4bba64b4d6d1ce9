// The distances start at 8: the upper half of the warp is never added.
// TODO(1)
  for (unsigned distance = kWarp / 4; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
// END TODO(1)
