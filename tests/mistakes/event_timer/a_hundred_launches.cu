// says: Task 2: all that is timed copies all
// says: launches: 101, allowed at most 20
// says: Try: One launch to warm up
// TODO(2)
  check(cudaEventRecord(start));
  for (int i = 0; i < kRepeats; ++i) {
  launch_copies(from, to, n, blocks, kRepeats);
  }
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
// END TODO(2)
