// Names of CUDA's that a compiler or a linker did not know.
#pragma once

#include <string>

namespace warpschool::simcc {

/// What to say of such names in a compiler's messages: which header declares them, or that this
/// simulator does not have them, what is near and where the list is. Empty: there are none, or the
/// compiler has named the right word itself. @param toolkit folder of the simulator's headers.
std::string unknown_names_help(const std::string& errors, const std::string& toolkit);

}  // namespace warpschool::simcc
