// One check, and the checks of an exercise by task, as data for the templates.
#pragma once

#include "report/templates.hpp"
#include "result/class_result.hpp"

namespace warpschool::grader::report {

/// "3 / 6"
std::string score_text(const Score& score);

/// The checks of an exercise, grouped by task in order of task number.
List task_list(const ExerciseResult& result);

/// "2.31 times as fast as the reference (2.25 to 2.4 measured); full points from 3."
std::string ratio_sentence(const CheckResult& check);

}  // namespace warpschool::grader::report
