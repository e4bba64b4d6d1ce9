// A students' tree as archives: .tar.gz and .deb.
#pragma once

#include "release/students_tree.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

struct Packages {
  std::vector<std::filesystem::path> files;
  std::string problem;  ///< what went wrong, or nothing
};

/// Writes `folder`.tar.gz and `folder`.deb beside the tree. Equal trees give equal archives: files
/// carry the time of the newest file that the tree was copied from.
/// @param work a folder for what is needed meanwhile
Packages make_packages(const std::filesystem::path& folder, const ReleasedTree& tree,
                       const std::string& title, const std::filesystem::path& work);

}  // namespace warpschool::grader
