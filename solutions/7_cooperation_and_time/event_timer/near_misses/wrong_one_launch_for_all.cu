// One launch stands between the events, and for the mean of ten.
// TODO(2)
  check(cudaEventRecord(start));
  launch_copies(from, to, n, blocks, 1);
  check(cudaEventRecord(stop));
  launch_copies(from, to, n, blocks, kRepeats - 1);
  check(cudaEventSynchronize(stop));
// END TODO(2)
// TODO(3)
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, start, stop));
  timing.milliseconds = elapsed;
// END TODO(3)
