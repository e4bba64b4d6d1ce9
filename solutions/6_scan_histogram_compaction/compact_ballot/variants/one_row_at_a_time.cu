// Rows one by one, and each warp adds up all counts before it.
// TODO(3)
  for (unsigned w = lane(); w < grid_warp(); w += kWarp) {
    before += counts[w];
  }
  for (unsigned distance = kWarp / 2; distance > 0; distance /= 2) {
    before += __shfl_xor_sync(kAllLanes, before, distance);
  }
// END TODO(3)
// TODO(4)
  for (std::size_t i = share.first; i < share.end; i += kWarp) {
    const int value = i + lane() < share.end ? values[i + lane()] : limit;
    unsigned in_row;
    const unsigned rank = rank_of(value > limit, in_row);
    if (value > limit) {
      kept[place + rank] = value;
    }
    place += in_row;
  }
// END TODO(4)
