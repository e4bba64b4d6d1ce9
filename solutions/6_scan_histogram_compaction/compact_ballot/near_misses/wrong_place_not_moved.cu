// Every row of a share begins at the share's place: later rows overwrite earlier ones.
// TODO(4)
  unsigned in_row;
  const unsigned rank = rank_of(keep, in_row);
  if (keep) {
    kept[place + rank] = value;
  }
// END TODO(4)
