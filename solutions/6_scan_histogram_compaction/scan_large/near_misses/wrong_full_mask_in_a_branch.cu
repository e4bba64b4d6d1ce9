// Lanes with nobody before them do not shuffle, though the mask names them.
// On a GPU: timeout
// TODO(1)
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    if (lane() >= distance) {
      value += __shfl_up_sync(kAllLanes, value, distance);
    }
  }
// END TODO(1)
