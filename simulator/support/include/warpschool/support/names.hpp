// Names in C++ source and PTX.
#pragma once

#include <cctype>

namespace warpschool::support {

/// May `c` stand within a name?
inline bool is_name_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace warpschool::support
