// The zip that makes Gradescope grade the course: the grader with its tools, and what starts them.
#pragma once

#include "pipeline/manifest.hpp"
#include "release/students_tree.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace warpschool::grader {

/// Everything but the programs: course.yaml of these exercises (checks for grading day included),
/// their headers, the build manifest and Gradescope's two scripts.
Result<ReleasedTree> autograder_tree(const Manifest& manifest, const course::Course& course,
                                     const std::set<std::string>& exercises);

/// Builds what add_autograder_tools() takes, or without `build` says why it can't be taken as it
/// is.
/// @returns what went wrong, or nothing
std::string build_autograder_tools(const Manifest& manifest, const course::Course& course,
                                   const std::set<std::string>& exercises, bool build);

/// Gathers the programs in `stage`, an empty folder or none yet, and adds them below tools/. The
/// folder must be there until the tree is written.
/// @returns what went wrong, or nothing
std::string add_autograder_tools(ReleasedTree& tree, const Manifest& manifest,
                                 const course::Course& course,
                                 const std::set<std::string>& exercises,
                                 const std::filesystem::path& stage);

/// Throws std::runtime_error naming the file.
void write_zip(const ReleasedTree& tree, const std::filesystem::path& file);

}  // namespace warpschool::grader
