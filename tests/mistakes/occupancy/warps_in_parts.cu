// says: So many would fit if warps could be shared: a block of 100 threads takes whole warps
// omits: one too large
// TODO(1)
  if (needs.threads <= limits.threads_per_block) {
    blocks = std::min(limits.warps * kWarp / needs.threads, limits.blocks);
  }
// END TODO(1)
