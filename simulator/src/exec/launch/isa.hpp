// The handlers of the best instruction set this machine has.
#pragma once

#include "lower/lowering/lowering.hpp"

namespace warpschool::sim {

/// Baseline or AVX2 with FMA, chosen once by what the processor can do. WARPSCHOOL_ISA=baseline in
/// the environment takes the baseline in any case, to test it. Null where the baseline is asked for
/// and was not built (WARPSCHOOL_PORTABLE).
SelectHandler best_handlers();

}  // namespace warpschool::sim
