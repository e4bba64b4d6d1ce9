// says: a CUDA call failed
// says: device not ready (cudaErrorNotReady)
// omits: crash
// TODO(2)
  check(cudaEventRecord(start));
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventRecord(stop));
// END TODO(2)
