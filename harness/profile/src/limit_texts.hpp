// What profile and screen say alike of a kernel that certain things limit.
#pragma once

#include "warpschool/profile/limits.hpp"

namespace warpschool::profile {

Limit atomic_limit(const Kernel& kernel);

bool has_conflicts(const Kernel& kernel);
/// @param begin of the sentence
Limit conflicts(const Kernel& kernel, const std::string& begin);

}  // namespace warpschool::profile
