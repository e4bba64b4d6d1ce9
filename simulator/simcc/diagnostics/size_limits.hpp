// What nvcc's assembler refuses, and no launch could use: variables that are larger than the memory
// they are declared in.
#pragma once

#include <string>

namespace warpschool::simcc {

/// What is too large in `ptx`, in a sentence with the names of the source; empty: nothing.
std::string too_large(const std::string& ptx);

}  // namespace warpschool::simcc
