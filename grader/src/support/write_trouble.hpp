// Why something cannot be written, and what to do about it.
#pragma once

#include <string>

namespace warpschool::grader {

/// What an errno means for somebody who wants to write, with the remedy; other numbers in the
/// system's words.
std::string why_not_written(int error);

}  // namespace warpschool::grader
