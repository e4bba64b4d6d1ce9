// says: as many launches stand between the events, by their time: expected 10, got 0
// omits: fractions are cut off
// omits: does not hold
// TODO(2)
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventRecord(start));
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
// END TODO(2)
