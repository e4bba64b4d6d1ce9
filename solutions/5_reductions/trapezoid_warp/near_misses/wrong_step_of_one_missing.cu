// The last step is missing: lane 0 has the sum of the even lanes.
// TODO(1)
  for (unsigned distance = kWarp / 2; distance > 1; distance /= 2) {
    value += __shfl_down_sync(0xffffffffu, value, distance);
  }
// END TODO(1)
