// Right and good, but not in shared memory.
// TODO(2)
  for (unsigned distance = 1; distance < kWarp; distance *= 2) {
    value += __shfl_sync(0xffffffffu, value, (lane + distance) % kWarp);
  }
// END TODO(2)
