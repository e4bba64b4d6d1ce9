// Eight registers a thread are a unit of today's cards, not of all.
// TODO(2)
  const unsigned registers_of_a_warp = round_up(needs.registers, 8) * kWarp;
  const unsigned share = limits.registers / limits.schedulers;
  blocks = share / registers_of_a_warp * limits.schedulers / warps_of(needs.threads);
// END TODO(2)
