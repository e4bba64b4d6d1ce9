// From points to a grade: what grades.csv, grades.json and the report must agree on.
#pragma once

#include "class_result.hpp"

#include <string>

namespace warpschool::grader {

/// To one decimal; 0 where there is nothing to be had.
double percent_of(const Score& score);

/// The grade that `percent` reaches on the course's scale, or an empty word.
std::string grade_for(const CourseInfo& course, double percent);

}  // namespace warpschool::grader
