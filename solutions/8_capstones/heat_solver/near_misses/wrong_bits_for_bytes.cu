// Gigabits, not gigabytes.
// TODO(7)
  cudaEventSynchronize(solver.end);
  cudaEventElapsedTime(&report->milliseconds, solver.begin, solver.end);
  const double bits = 64.0 * static_cast<double>(plates.cells()) * report->steps;
  report->gigabytes_per_second = static_cast<float>(bits / report->milliseconds / 1e6);
// END TODO(7)
