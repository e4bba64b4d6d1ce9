// says: A lane's own four values are in its sum
// TODO(2)
  for (unsigned r = 0; r < kRounds; ++r) {
    const int mine = sum_of(items.round[r]);
    const int up_to_mine = scan_warp(mine);
    first[r] = before + up_to_mine;
    before += __shfl_sync(kAllLanes, up_to_mine, kWarp - 1);
  }
// END TODO(2)
