// A loop around a call that launches kRepeats times already: a hundred launches are timed, and
// divided by as many.
// TODO(2)
  check(cudaEventRecord(start));
  for (int i = 0; i < kRepeats; ++i) {
    launch_copies(from, to, n, blocks, kRepeats);
  }
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
// END TODO(2)
// TODO(3)
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, start, stop));
  timing.milliseconds = static_cast<double>(elapsed) / kRepeats / kRepeats;
// END TODO(3)
