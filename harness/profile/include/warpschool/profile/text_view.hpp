// A profile for a terminal.
#pragma once

#include "warpschool/profile/run_report.hpp"

#include <string>

namespace warpschool::profile {

/// A table with a row a kernel; below it what limits each, its dearest lines and its dearest
/// access.
std::string text_view(const Report& report, bool colour);

}  // namespace warpschool::profile
