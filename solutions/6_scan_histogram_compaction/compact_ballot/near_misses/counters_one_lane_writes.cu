// Right, but lane 0 writes what the other lanes hand it by shuffles.
// TODO(4)
  for (unsigned l = 0; l < kWarp; ++l) {
    const int v = __shfl_sync(kAllLanes, value, l);
    const bool k = __shfl_sync(kAllLanes, static_cast<int>(keep), l);
    if (k) {
      if (lane() == 0) kept[place] = v;
      ++place;
    }
  }
// END TODO(4)
