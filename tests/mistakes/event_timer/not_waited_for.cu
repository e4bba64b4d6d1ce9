// says: a CUDA call failed
// says: device not ready (cudaErrorNotReady)
// says: Try: Mend task 2 first
// omits: crash
// TODO(2)
  check(cudaEventRecord(start));
  launch_copies(from, to, n, blocks, kRepeats);
  check(cudaEventRecord(stop));
// END TODO(2)
