// Writes a students' tree into a folder and remembers what was written, so that a later release
// replaces that and nothing else.
#pragma once

#include "release/students_tree.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What happened beside writing.
struct ReleaseOutcome {
  std::size_t written = 0;
  std::uintmax_t bytes = 0;            ///< of the whole tree
  std::vector<std::string> set_aside;  ///< files of other hands, under the names they have now
  std::vector<std::string> removed;    ///< files of an earlier release that this one has not
};

/// Why nothing may be written there: the folder holds something, and `force` was not said. Nothing
/// if it may.
std::string problem_with_target(const std::filesystem::path& folder, bool force);

/// Writes the files and the list of them (course::kReleaseMark). A file of that name that no
/// release wrote, or that was changed since, is set aside: it becomes NAME.kept-1. What an earlier
/// release wrote, and nobody changed, goes if this one has no such file. Throws std::runtime_error.
ReleaseOutcome write_release(const std::filesystem::path& folder, const ReleasedTree& tree,
                             const std::string& title, const std::set<std::string>& exercises);

}  // namespace warpschool::grader
