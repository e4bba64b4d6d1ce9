// Each kTile totals are scanned on their own: right up to 16 million values.
// TODO(5)
  for (std::size_t tile = 0; tile < tiles; tile += kTile) {
    const Items items = read_items(totals, tiles, tile);
    int first[kRounds];
    scan_tile(items, first);
    write_sums(items, first, totals, tiles, tile);
  }
// END TODO(5)
