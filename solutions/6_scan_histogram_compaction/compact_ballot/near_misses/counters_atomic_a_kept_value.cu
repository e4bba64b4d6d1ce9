// Right, but every kept value is an atomic operation of its own.
// TODO(2)
  if (lane() == 0) {
    *count = 0;
  }
  __syncwarp();
  for (std::size_t i = share.first; i < share.end; i += kRows * kWarp) {
    const Rows rows = read_rows(values, i, share.end, limit);
    for (unsigned r = 0; r < kRows; ++r) {
      if (rows.keep[r]) {
        atomicAdd(count, 1u);
      }
    }
  }
  __syncwarp();
  sum = *count;
// END TODO(2)
