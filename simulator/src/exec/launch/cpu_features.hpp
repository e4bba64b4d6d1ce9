// Which vector instructions this machine has.
#pragma once

namespace warpschool::sim {

/// AVX2 and FMA, compiled in and there. WARPSCHOOL_ISA=baseline in the environment does without.
bool has_avx2();

/// Beside AVX2 the parts of AVX-512 that all processors with its byte and word instructions have.
/// WARPSCHOOL_ISA=avx2 in the environment does without.
bool has_avx512();

}  // namespace warpschool::sim
