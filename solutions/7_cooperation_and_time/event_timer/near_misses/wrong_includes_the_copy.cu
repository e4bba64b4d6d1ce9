// The first event lies before the copy to the device.
// TODO(1)
  check(cudaEventRecord(start));
  check(cudaMemcpy(from, in, bytes, cudaMemcpyHostToDevice));
  launch_copies(from, to, n, blocks, 1);
// END TODO(1)
// TODO(2)
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
// END TODO(2)
