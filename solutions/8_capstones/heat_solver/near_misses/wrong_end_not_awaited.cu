// The end is not awaited: there is no time yet while the last batch is on its way.
// TODO(7)
  cudaEventElapsedTime(&report->milliseconds, solver.begin, solver.end);
  const double bytes = 8.0 * static_cast<double>(plates.cells()) * report->steps;
  report->gigabytes_per_second = static_cast<float>(bytes / report->milliseconds / 1e6);
// END TODO(7)
