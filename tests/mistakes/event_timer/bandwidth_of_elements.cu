// says: divided by 4
// says: sizeof
// TODO(4)
  timing.gb_per_s = 2.0 * static_cast<double>(n) / (timing.milliseconds * 1e6);
// END TODO(4)
