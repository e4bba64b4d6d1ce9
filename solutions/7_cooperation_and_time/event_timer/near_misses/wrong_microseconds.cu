// In microseconds.
// TODO(3)
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, start, stop));
  timing.milliseconds = static_cast<double>(elapsed) / kRepeats * 1000;
// END TODO(3)
