// The lane's own four values are counted as before it: inclusive for exclusive.
// TODO(2)
  for (unsigned r = 0; r < kRounds; ++r) {
    const int up_to_mine = scan_warp(sum_of(items.round[r]));
    first[r] = before + up_to_mine;
    before += __shfl_sync(kAllLanes, up_to_mine, kWarp - 1);
  }
// END TODO(2)
