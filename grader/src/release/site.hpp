// The pages of a students' tree as a site with a search.
#pragma once

#include "release/students_tree.hpp"

#include <filesystem>
#include <string>

namespace warpschool::grader {

/// Adds site/, made by scripts/docs.sh of the pages that the tree holds.
/// @param root the course's folder
/// @param work a folder for what is needed meanwhile
/// @returns what went wrong, or nothing
std::string add_site(ReleasedTree& tree, const std::filesystem::path& root,
                     const std::filesystem::path& work);

}  // namespace warpschool::grader
