// Launches whose brackets an editor has pulled apart ("kernel << <grid, block >> > (a);", as Visual
// Studio formats them), and those whose extents are lists in braces (kernel<<<{2, 2}, {16, 16}>>>).
// nvcc takes them. clang knows only <<< and >>>, with expressions between them. simcc shows it the
// source with the brackets joined and dim3 before such lists.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with the brackets of each launch joined; the blanks between them follow, so that all
/// else keeps its line and column (but for what stands behind such a list in its line).
std::string join_launch_brackets(const std::string& source);

}  // namespace warpschool::simcc
