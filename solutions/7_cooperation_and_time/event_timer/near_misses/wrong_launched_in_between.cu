// Both events are recorded before the first launch.
// TODO(2)
  check(cudaEventRecord(start));
  check(cudaEventRecord(stop));
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventSynchronize(stop));
// END TODO(2)
