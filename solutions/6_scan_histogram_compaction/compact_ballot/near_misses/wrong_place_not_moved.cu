// Every row of a share begins at the share's place: later rows overwrite earlier ones.
// TODO(4)
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    unsigned in_row;
    for (unsigned r = 0; r < kRows; ++r) {
      const unsigned rank = rank_of(rows.keep[r], in_row);
      if (rows.keep[r]) {
        kept[place + rank] = rows.value[r];
      }
    }
    place += in_row;
  }
// END TODO(4)
