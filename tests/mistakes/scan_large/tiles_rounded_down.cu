// says: a division of integers rounds down
// TODO(5)
  int before = 0;  // the sum of the totals that are done
  for (std::size_t k = 0; k < tiles / kTile; ++k) {
    const std::size_t tile = k * kTile;
    const Items items = read_items(totals, tiles, tile);
    int first[kRounds];
    const int sum = scan_tile(items, first);
    add_to_all(before, first);
    write_sums(items, first, totals, tiles, tile);
    before += sum;
  }
// END TODO(5)
