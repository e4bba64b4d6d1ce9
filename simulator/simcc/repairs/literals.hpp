// Comments, strings and characters in C++ source, which repairs leave alone.
#pragma once

#include <cstddef>
#include <string>

namespace warpschool::simcc {

/// Behind the comment, string or character that begins at `at`, else `at`.
std::size_t skip_literal(const std::string& text, std::size_t at);

}  // namespace warpschool::simcc
