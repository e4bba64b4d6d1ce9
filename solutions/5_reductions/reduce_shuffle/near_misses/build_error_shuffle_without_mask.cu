// The shuffle of old books: it leaves open which lanes take part, and no compiler for today's GPUs takes it.
// TODO(1)
  for (unsigned d = kWarp / 2; d > 0; d /= 2) value += __shfl_down(value, d);
// END TODO(1)
