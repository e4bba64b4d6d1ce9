// A student's submissions to one exercise, as rows of a table.
#pragma once

#include "report/templates.hpp"
#include "result/class_result.hpp"

#include <string>

namespace warpschool::grader::report {

/// Oldest first. None where there is nothing to tell: one submission of unknown time.
List history_list(const ExerciseResult& result);

/// Of what was judged once and is missing now: a sentence, or nothing.
std::string lost_submission(const ExerciseResult& result);

}  // namespace warpschool::grader::report
