// says: My own bit is counted, too
// TODO(1)
  const unsigned mask = __ballot_sync(kAllLanes, keep);
  kept = __popc(mask);
  rank = __popc(mask & ((2u << lane()) - 1));
// END TODO(1)
