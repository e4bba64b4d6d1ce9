// The handlers of the best instruction set this machine has.
#pragma once

#include "lower/lowering.hpp"

namespace warpschool::sim {

/// Baseline or AVX2 with FMA, chosen once by what the processor can do. WARPSCHOOL_ISA=baseline in
/// the environment takes the baseline in any case, to test it.
SelectHandler best_handlers();

/// "avx2" or "baseline".
const char* best_handlers_name();

/// Beside AVX2 the parts of AVX-512 that all processors with its byte and word instructions have.
/// WARPSCHOOL_ISA=avx2 in the environment does without.
bool has_avx512();

}  // namespace warpschool::sim
