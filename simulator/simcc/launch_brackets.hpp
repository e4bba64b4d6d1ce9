// Launches whose brackets an editor has pulled apart ("kernel << <grid, block >> > (a);", as Visual
// Studio formats them): nvcc takes them, clang knows only <<< and >>>. simcc shows it the source
// with the brackets joined.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with the brackets of each launch joined; the blanks between them follow, so that all
/// else keeps its line and column.
std::string join_launch_brackets(const std::string& source);

}  // namespace warpschool::simcc
