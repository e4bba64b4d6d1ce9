// says: what is left over have a round
// omits: is the computed value stored
// TODO(2)
  const std::size_t rounds = (share.end - share.first) / (kRows * kWarp);
  for (std::size_t k = 0; k < rounds; ++k) {
    const Rows rows = read_rows(values, share.first + k * kRows * kWarp, share.end, limit);
    for (unsigned r = 0; r < kRows; ++r) {
      sum += __popc(__ballot_sync(kAllLanes, rows.keep[r]));
    }
  }
// END TODO(2)
