// says: Only the values of lane 0 are counted
// omits: Only the first element
// TODO(2)
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    for (unsigned r = 0; r < kRows; ++r) sum += rows.keep[r];
  }
// END TODO(2)
