// Builds what runs on other machines than this one.
#pragma once

#include "pipeline/manifest.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// Builds CMake's `targets`. A build for processors like this one alone (WARPSCHOOL_PORTABLE is
/// off) is configured for all first.
/// @param build without it nothing is built; a build for this processor alone is an error then
/// @returns what went wrong, with the output of the build shown already, or nothing
std::string build_for_others(const Manifest& manifest, const std::vector<std::string>& targets,
                             bool build);

}  // namespace warpschool::grader
