// Inline PTX names special registers with two per cents ("mov.u32 %0, %%laneid;"); nvcc also takes
// a single one where it cannot be an operand, and many programs have it so. clang does not: simcc
// shows it the source with the second one added.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with each single per cent before the name of a special register doubled, inside the
/// strings of asm statements only. Lines keep their numbers.
std::string double_register_percents(const std::string& source);

}  // namespace warpschool::simcc
