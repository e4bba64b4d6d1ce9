// Whether it is worth while to look for copies of vectors in LLVM's intermediate code
// (vector_copies.hpp).
#pragma once

#include <string>

namespace warpschool::simcc {

/// Does PTX copy 16 bytes in two words of 8, as only structs are copied, or in four of 4?
bool has_split_copies(const std::string& ptx);

}  // namespace warpschool::simcc
