// 33 registers a thread are 1056 a warp, but a warp gets 1280.
// TODO(2)
  const unsigned registers_of_a_warp = needs.registers * kWarp;
  const unsigned share = limits.registers / limits.schedulers;
  const unsigned warps = share / registers_of_a_warp * limits.schedulers;
  blocks = warps / warps_of(needs.threads);
// END TODO(2)
