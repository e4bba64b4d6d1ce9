// Ranks by a scan with shuffles, counts by a sum at the end.
// TODO(1)
  unsigned up_to_me = keep ? 1 : 0;
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    const unsigned below = __shfl_up_sync(kAllLanes, up_to_me, distance);
    up_to_me += lane() >= distance ? below : 0;
  }
  kept = __shfl_sync(kAllLanes, up_to_me, kWarp - 1);
  rank = up_to_me - (keep ? 1 : 0);
// END TODO(1)
// TODO(2)
  for (std::size_t i = share.first + lane(); i < share.end; i += kWarp) {
    sum += values[i] > limit;
  }
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(kAllLanes, sum, distance);
  }
// END TODO(2)
