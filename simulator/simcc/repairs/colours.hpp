// The colours that clang gives its messages on a terminal.
#pragma once

#include <string>

namespace warpschool::simcc {

/// The text as a terminal without colours has it.
std::string without_colours(const std::string& text);

}  // namespace warpschool::simcc
