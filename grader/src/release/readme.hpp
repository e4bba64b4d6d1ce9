// The README of a students' tree.
#pragma once

#include "release/students_tree.hpp"

#include <string>

namespace warpschool::grader {

/// @param text the template, README.md.in
std::string readme_for_students(std::string text, const course::Course& course,
                                const ReleaseParts& parts);

}  // namespace warpschool::grader
