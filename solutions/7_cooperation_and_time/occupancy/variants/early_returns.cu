// Returns as soon as the answer is known.
// TODO(1)
  if (needs.threads > limits.threads_per_block) {
    return 0;
  }
  while (blocks < limits.blocks && (blocks + 1) * warps_of(needs.threads) <= limits.warps) {
    ++blocks;
  }
// END TODO(1)
// TODO(3)
  const unsigned taken = needs.shared_bytes + limits.shared_reserved;
  if (taken == 0) {
    return limits.blocks;
  }
  const unsigned units = 1 + (taken - 1) / limits.shared_unit;
  blocks = limits.shared_bytes / (units * limits.shared_unit);
// END TODO(3)
