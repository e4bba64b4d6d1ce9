// What a students' tree holds, by name: texts that are made and files that are copied.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/course/policy.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace warpschool::grader {

/// A file of the tree: its text, or the file that it is copied from.
struct ReleasedFile {
  std::string text;
  std::filesystem::path source;
  bool executable = false;

  /// Throws std::runtime_error if the source cannot be read.
  std::string bytes() const;
};

/// Path below the tree's top, with slashes -> file.
using ReleasedTree = std::map<std::string, ReleasedFile>;

/// What a release is to hold.
struct ReleaseParts {
  std::set<std::string> exercises;  ///< ids
  bool sources = false;  ///< references, tests and the framework as sources instead of programs
  bool gpu = false;      ///< preset gpu works
  std::string cuda;      ///< the major version of the CUDA Toolkit that preset gpu needs
  bool warp = false;     ///< the students' command is there
  bool devcontainer = false;
  bool github_actions = false;
  bool vscode = false;
  bool site = false;                     ///< the pages as a site, in site/
  std::optional<course::Policy> policy;  ///< the term's dates, instead of course.yaml's
  std::string folder;                    ///< name of the tree's folder, for the README
};

/// Everything but the programs.
/// @param root the course's folder, with exercises/, cmake/ and docs/
Result<ReleasedTree> students_tree(const std::filesystem::path& root, const course::Course& course,
                                   const ReleaseParts& parts);

/// Adds the files below `folder` under `prefix`. Links become the files they lead to, under the
/// link's name.
void add_folder(ReleasedTree& tree, const std::filesystem::path& folder, const std::string& prefix);

}  // namespace warpschool::grader
