// Inline PTX names special registers with two per cents ("mov.u32 %0, %%laneid;"); nvcc takes one
// as well where it cannot be an operand, and so do many programs. clang does not: simcc shows it
// the source with the second one added.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with each single per cent before the name of a special register doubled, inside the
/// strings of asm statements only. Lines keep their numbers.
std::string double_register_percents(const std::string& source);

}  // namespace warpschool::simcc
