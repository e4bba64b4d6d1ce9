// A block of 100 threads takes four warps, not three and an eighth.
// TODO(1)
  if (needs.threads <= limits.threads_per_block) {
    blocks = std::min(limits.warps * kWarp / needs.threads, limits.blocks);
  }
// END TODO(1)
