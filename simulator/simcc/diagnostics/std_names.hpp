// Which header of the standard library declares a name that programs often write.
#pragma once

#include <string_view>

namespace warpschool::simcc {

/// "algorithm" of "std::sort" or "sort"; empty: not known.
std::string_view std_header_with(std::string_view name);

}  // namespace warpschool::simcc
