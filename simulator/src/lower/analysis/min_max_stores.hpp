// Stores that keep the better of two values: "d = min(d, ...)".
#pragma once

#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Marks the stores whose value is a minimum, a maximum or a selection (PTX ISA, sections on min,
/// max and selp), made in the same source line or in the register that is stored.
void mark_min_max_stores(Program& program);

}  // namespace warpschool::sim
