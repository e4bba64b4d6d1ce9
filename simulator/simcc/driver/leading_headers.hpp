// Which headers a source includes before anything of its own can change how they are read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::simcc {

/// The names in the lines `#include <NAME>` with which a source begins. Lines `#include "NAME"` may
/// stand between them: what that file begins with counts as well, unless it has other directives
/// than `#include` and `#pragma once`, which could change the headers behind it; there the
/// beginning ends.
/// @param quoted gives the text of a file that is included in quotes; empty where it is not known.
std::vector<std::string> leading_headers(
    std::string_view source, const std::function<std::string(const std::string&)>& quoted);

}  // namespace warpschool::simcc
