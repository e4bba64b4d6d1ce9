// What simcc says where a compiler stopped at a part of CUDA, or at a beginner's slip.
#pragma once

#include <string>

namespace warpschool::simcc {

/// What to say where a header was not found that the simulator cannot have; empty for all others.
std::string missing_library_help(const std::string& errors);

/// What to say where a compiler stopped at a part of CUDA that is not simulated, or that CUDA has
/// no more; empty for all others.
std::string missing_feature_help(const std::string& errors);

}  // namespace warpschool::simcc
