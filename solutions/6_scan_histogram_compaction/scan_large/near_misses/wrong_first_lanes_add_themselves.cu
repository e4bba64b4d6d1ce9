// A lane with nobody that far before it gets its own value back, and adds it.
// TODO(1)
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    value += __shfl_up_sync(kAllLanes, value, distance);
  }
// END TODO(1)
