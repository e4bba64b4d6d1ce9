// Each warp adds up all counts before it, and counts the votes of a row itself.
// TODO(3)
  for (unsigned w = lane(); w < grid_warp(); w += kWarp) {
    before += counts[w];
  }
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    before += __shfl_xor_sync(kAllLanes, before, distance);
  }
// END TODO(3)
// TODO(4)
  const unsigned mask = __ballot_sync(kAllLanes, keep);
  const unsigned below = mask & ((1u << lane()) - 1);
  if (keep) {
    kept[place + __popc(below)] = value;
  }
  place += __popc(mask);
// END TODO(4)
