// Blocks and warps are counted one by one.
// TODO(1)
  while (needs.threads <= limits.threads_per_block && blocks < limits.blocks &&
         (blocks + 1) * warps_of(needs.threads) <= limits.warps) {
    ++blocks;
  }
// END TODO(1)
// TODO(2)
  const unsigned units = (needs.registers * kWarp + limits.register_unit - 1) / limits.register_unit;
  unsigned warps = 0;
  for (unsigned s = 0; s < limits.schedulers; ++s) {
    warps += limits.registers / limits.schedulers / limits.register_unit / units;
  }
  blocks = warps / warps_of(needs.threads);
// END TODO(2)
