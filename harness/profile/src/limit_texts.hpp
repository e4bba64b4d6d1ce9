// What profile and screen say alike of a kernel that certain things limit.
#pragma once

#include "warpschool/profile/limits.hpp"

namespace warpschool::profile {

constexpr double kFewThreads = 24;  ///< of the 32 of a warp

Limit atomic_limit(const Kernel& kernel);

bool has_conflicts(const Kernel& kernel);
/// @param begin of the sentence
Limit conflicts(const Kernel& kernel, const std::string& begin);

}  // namespace warpschool::profile
