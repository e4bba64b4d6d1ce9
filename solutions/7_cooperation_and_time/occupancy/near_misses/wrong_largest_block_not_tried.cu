// Stops one step before the largest block.
// TODO(4)
  unsigned most = 0;
  for (unsigned threads = kWarp; threads < limits.threads_per_block; threads += kWarp) {
    const Needs needs = {threads, registers, shared_bytes_per_thread * threads};
    const unsigned warps = resident_blocks(limits, needs) * warps_of(threads);
    if (warps > most) {
      most = warps;
      best = threads;
    }
  }
// END TODO(4)
