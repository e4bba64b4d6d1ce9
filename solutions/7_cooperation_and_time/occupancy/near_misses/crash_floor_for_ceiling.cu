// A partial warp counts as none: a block of one thread has no warps, and is divided by.
// TODO(1)
  if (needs.threads <= limits.threads_per_block) {
    blocks = std::min(limits.warps / (needs.threads / kWarp), limits.blocks);
  }
// END TODO(1)
