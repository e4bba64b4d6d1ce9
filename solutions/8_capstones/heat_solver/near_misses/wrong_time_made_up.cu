// A time by rule of thumb: twice as much for twice as many steps, but not what they took.
// TODO(7)
  report->milliseconds = 0.1f * report->steps;
  const double bytes = 8.0 * static_cast<double>(plates.cells()) * report->steps;
  report->gigabytes_per_second = static_cast<float>(bytes / report->milliseconds / 1e6);
// END TODO(7)
