// Waits after the write only: a lane may write its place before another has read it.
// TODO(1)
  const int sum = places[lane] + places[(lane + distance) % kWarp];
  places[lane] = sum;
  __syncwarp();
// END TODO(1)
