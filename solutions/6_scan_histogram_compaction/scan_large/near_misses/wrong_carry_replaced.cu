// What came before a tile of totals is the one before it alone.
// TODO(5)
  int before = 0;
  for (std::size_t tile = 0; tile < tiles; tile += kTile) {
    const Items items = read_items(totals, tiles, tile);
    int first[kRounds];
    const int sum = scan_tile(items, first);
    add_to_all(before, first);
    write_sums(items, first, totals, tiles, tile);
    before = sum;
  }
// END TODO(5)
