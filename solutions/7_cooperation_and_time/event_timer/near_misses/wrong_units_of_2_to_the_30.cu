// Divides by 2^30 where 10^9 is meant: 7 % too little.
// TODO(4)
  timing.gb_per_s = 2.0 * static_cast<double>(bytes) / (timing.milliseconds * 1e-3) / (1 << 30);
// END TODO(4)
