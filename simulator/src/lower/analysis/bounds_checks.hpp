// Local arrays lie side by side in a thread's stack: an access beyond one hits the next. Of
// unoptimised code clang knows better (-fsanitize=local-bounds): before an access it branches to a
// trap if the offset leaves the object.
#pragma once

#include "ptx/ast.hpp"

namespace warpschool::sim {

/// The function of the host that says so:
/// (address, what is added to it, bytes, is it a write), or nothing.
inline constexpr const char* kOutsideLocal = "__ws_outside_local";

/// Replaces each such branch by a guarded call of kOutsideLocal, so that lanes neither diverge nor
/// trap. What leaves shared or global memory is found by the access itself. Where clang knows the
/// index, there is the trap alone: it becomes a call without arguments.
void expand_bounds_checks(ptx::Module& module);

}  // namespace warpschool::sim
