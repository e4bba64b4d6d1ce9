// A block of which only a part fits is counted as resident.
// TODO(1)
  if (needs.threads <= limits.threads_per_block) {
    const unsigned warps = warps_of(needs.threads);
    blocks = std::min((limits.warps + warps - 1) / warps, limits.blocks);
  }
// END TODO(1)
