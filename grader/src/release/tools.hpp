// The programs of a students' tree, built and gathered from the build that the grader works with
// (cmake/Dist.cmake).
#pragma once

#include "pipeline/manifest.hpp"
#include "release/students_tree.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace warpschool::grader {

/// Builds what a release of these exercises needs, or without `build` says why it can't be taken as
/// it is.
/// @returns what went wrong, with the output of the build shown already, or nothing
std::string build_tools(const Manifest& manifest, const std::set<std::string>& exercises,
                        bool build);

/// Gathers what was built in `stage`, an empty folder or none yet, and adds it to `tree`, below
/// tools/. The tree's files are those of `stage`: it must be there until they are written.
/// @returns what went wrong, or nothing
std::string add_tools(ReleasedTree& tree, const Manifest& manifest,
                      const std::set<std::string>& exercises, const std::filesystem::path& stage);

}  // namespace warpschool::grader
