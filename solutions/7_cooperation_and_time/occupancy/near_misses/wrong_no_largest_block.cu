// The multiprocessor has room for 768 threads, but a block may have 512.
// TODO(1)
  blocks = std::min(limits.warps / warps_of(needs.threads), limits.blocks);
// END TODO(1)
