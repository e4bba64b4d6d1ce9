// A class in the forms that other programs take: see docs/formats.md.
#pragma once

#include "result/class_result.hpp"

#include <string>

namespace warpschool::grader {

/// JUnit XML: a test suite for each student and exercise that was handed in, a test case a check.
std::string to_junit(const ClassResult& result);

/// One student's results.json for Gradescope: a test a check, and one for each exercise that has no
/// checks.
std::string to_gradescope(const ClassResult& result, const StudentResult& student);

}  // namespace warpschool::grader
