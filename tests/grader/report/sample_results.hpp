// A made-up result of an exercise, for the sample class.
#pragma once

#include "result/class_result.hpp"

namespace warpschool::grader {

/// Fills in everything but the exercise's name: as a judge would have it for such a status.
void fill_sample(ExerciseResult& result, Verdict status, double possible);

}  // namespace warpschool::grader
