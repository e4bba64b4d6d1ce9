// The most blocks are not the most warps.
// TODO(4)
  unsigned most = 0;
  for (unsigned threads = kWarp; threads <= limits.threads_per_block; threads += kWarp) {
    const Needs needs = {threads, registers, shared_bytes_per_thread * threads};
    const unsigned warps = resident_blocks(limits, needs);
    if (warps > most) {
      most = warps;
      best = threads;
    }
  }
// END TODO(4)
