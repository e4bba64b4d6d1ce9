// How many registers a thread needs at once: what a real device's occupancy depends on.
#pragma once

#include "lower/program.hpp"

#include <cstdint>

namespace warpschool::sim {

/// An estimate of the 32-bit registers that ptxas would give the kernel: the most that are live at
/// one place, and a few for addresses and scheduling. Between 16 and 255.
std::uint32_t estimate_registers(const Program& program);

}  // namespace warpschool::sim
