// Pictures as inline SVG, for pages and for notebooks. Colours are CSS variables of the page.
#pragma once

#include "warpschool/profile/run_report.hpp"

#include <string>

namespace warpschool::profile {

/// Which lanes touch which sectors (global memory) or which words of which banks (shared memory).
std::string access_picture(const Access& access);

/// Streams from top to bottom, time from left to right.
std::string timeline_picture(const std::vector<Work>& all);

/// Text for HTML and SVG: control characters become blanks.
std::string escaped(const std::string& text);

}  // namespace warpschool::profile
