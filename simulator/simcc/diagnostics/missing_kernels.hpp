// Launches of functions that are no kernels.
#pragma once

#include <string>

namespace warpschool::simcc {

/// Has errors of launched functions that are no kernels point at these functions, where __global__
/// is missing, and a note at the launch. Where the function is not found in the file of the launch
/// they stay as they are.
std::string point_at_missing_kernels(const std::string& errors);

}  // namespace warpschool::simcc
