// What is left over in the shares of four schedulers does not make another warp.
// TODO(2)
  const unsigned registers_of_a_warp = round_up(needs.registers * kWarp, limits.register_unit);
  blocks = limits.registers / registers_of_a_warp / warps_of(needs.threads);
// END TODO(2)
