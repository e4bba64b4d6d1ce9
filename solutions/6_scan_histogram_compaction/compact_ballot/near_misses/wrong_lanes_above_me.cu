// Counts the lanes above: the values of a warp come out backwards.
// TODO(1)
  const unsigned mask = __ballot_sync(kAllLanes, keep);
  kept = __popc(mask);
  rank = kept - __popc(mask & ((1u << lane()) - 1)) - 1;
// END TODO(1)
