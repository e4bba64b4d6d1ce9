// Runs a program of the machine for a release.
#pragma once

#include <string>
#include <vector>

namespace warpschool::grader {

/// @param show its output goes to ours, where that is a terminal
/// @param environment "NAME=value", beside our own
/// @returns nothing if it succeeded; else what it said, and how it ended
std::string run_tool(const std::vector<std::string>& argv, bool show = false,
                     const std::vector<std::string>& environment = {});

}  // namespace warpschool::grader
