// Eleven launches are timed, the first one cold.
// TODO(1)
  check(cudaMemcpy(from, in, bytes, cudaMemcpyHostToDevice));
// END TODO(1)
// TODO(2)
  check(cudaEventRecord(start));
  launch_copies(from, to, n, blocks, 1);
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
// END TODO(2)
