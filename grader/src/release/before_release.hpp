// What a release is refused for, and what it leaves out, before anything is built.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace warpschool::grader {

/// Code in the folders of these exercises and of their modules that nothing names, and TODO regions
/// of their stubs that are filled in.
Diagnostics problems_before_release(const std::filesystem::path& root, const course::Course& course,
                                    const std::set<std::string>& exercises);

/// Other files of these folders that nothing names: notes, editors' backups.
std::vector<std::string> left_out_of_release(const std::filesystem::path& root,
                                             const course::Course& course,
                                             const std::set<std::string>& exercises);

/// TODO regions of a stub, named `name`, that hold the code of such a region of an answer, `from`.
/// Blanks and comments are no code, and regions without code say nothing.
Diagnostics filled_regions(const std::string& name, const std::string& stub,
                           const std::string& from, const std::string& answer);

}  // namespace warpschool::grader
