// says: divided by 1000
// says: units
// TODO(4)
  timing.gb_per_s = 2.0 * static_cast<double>(bytes) / (timing.milliseconds * 1e9);
// END TODO(4)
