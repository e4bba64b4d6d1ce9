// Right, with few atomics, but one lane reads all keys of its warp while the others wait.
// TODO(3)
  const std::size_t i = my_index();
  if (i < n && my_lane() == 0) {
    const std::size_t end = i + kWarp < n ? i + kWarp : n;
    for (std::size_t first = i; first < end; ++first) {
      unsigned before = 0, equal = 0;
      for (std::size_t k = i; k < end; ++k) {
        equal += keys[k] == keys[first] ? 1 : 0;
        before += k < first && keys[k] == keys[first] ? 1 : 0;
      }
      if (before == 0) {
        atomicAdd(&counts[keys[first]], equal);
      }
    }
  }
// END TODO(3)
