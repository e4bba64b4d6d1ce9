// How many registers ptxas would give a thread, which a real device's occupancy depends on.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

#include <cstdint>

namespace warpschool::sim {

/// An estimate (docs/TIME_MODEL.md, "Registers"), between 8 and 255, or 4 of a kernel
/// that does nothing. The loops that ptxas unrolls
/// are marked already.
std::uint32_t estimate_registers(const Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
