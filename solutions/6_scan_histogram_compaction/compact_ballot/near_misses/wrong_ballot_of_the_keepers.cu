// Only the lanes that keep vote: the mask names lanes that never come.
// TODO(1)
  if (keep) {
    const unsigned mask = __ballot_sync(kAllLanes, true);
    kept = __popc(mask);
    rank = __popc(mask & ((1u << lane()) - 1));
  }
// END TODO(1)
