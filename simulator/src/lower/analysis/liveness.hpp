// How many registers a thread needs at once: what a real device's occupancy depends on.
#pragma once

#include "lower/program/program.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

struct RegisterUse {
  /// An estimate of the 32-bit registers that ptxas would give the kernel: the most that are live
  /// at one place, and a few for addresses and scheduling. Between 16 and 255.
  std::uint32_t registers = 0;
  /// Registers that an instruction may read before any has written them, of all functions; guarded
  /// writes do not count.
  std::vector<FrameSlot> unset;
};

RegisterUse find_register_use(const Program& program);

}  // namespace warpschool::sim
