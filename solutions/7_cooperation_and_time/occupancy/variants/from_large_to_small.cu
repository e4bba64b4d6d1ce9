// Divisions in another order, and block sizes tried from the largest on.
// TODO(2)
  const unsigned units = (needs.registers * kWarp + limits.register_unit - 1) / limits.register_unit;
  const unsigned units_of_a_share = limits.registers / limits.schedulers / limits.register_unit;
  blocks = units_of_a_share / units * limits.schedulers / warps_of(needs.threads);
// END TODO(2)
// TODO(4)
  unsigned most = 1;
  for (unsigned warps = limits.threads_per_block / kWarp; warps > 0; --warps) {
    const unsigned threads = warps * kWarp;
    const unsigned resident =
        warps * resident_blocks(limits, Needs{threads, registers, threads * shared_bytes_per_thread});
    best = resident >= most ? threads : best;
    most = std::max(most, resident);
  }
// END TODO(4)
