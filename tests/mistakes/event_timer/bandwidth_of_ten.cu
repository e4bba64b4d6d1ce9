// says: the milliseconds are those of one launch already
// omits: added more than once
// TODO(4)
  timing.gb_per_s = 2.0 * kRepeats * static_cast<double>(bytes) / (timing.milliseconds * 1e6);
// END TODO(4)
