// Each lane carries on what it has itself seen; only the last lane has seen the whole round.
// TODO(2)
  for (unsigned r = 0; r < kRounds; ++r) {
    const int mine = sum_of(items.round[r]);
    const int up_to_mine = scan_warp(mine);
    first[r] = before + up_to_mine - mine;
    before += up_to_mine;
  }
// END TODO(2)
