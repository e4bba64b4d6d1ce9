// says: but a block has at most 512 here: it does not run at all
// TODO(1)
  blocks = std::min(limits.warps / warps_of(needs.threads), limits.blocks);
// END TODO(1)
