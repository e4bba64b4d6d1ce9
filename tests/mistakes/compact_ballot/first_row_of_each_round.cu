// says: Only the first row of each round
// TODO(2)
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    sum += __popc(__ballot_sync(kAllLanes, rows.keep[0]));
  }
// END TODO(2)
