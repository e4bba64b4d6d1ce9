// From what the judge found to points: pure functions over stored results.
//
// The store keeps checks with verdicts and ratios. What they are worth is course.yaml's to say, and
// is worked out anew each time, so that changed points and thresholds need no second run.
#pragma once

#include "result/class_result.hpp"
#include "warpschool/course/course.hpp"

#include <string>

namespace warpschool::grader {

/// To hundredths, which is what a sum of halves and thirds is worth: 7.999999999999999 is 8.
double to_cents(double points);

/// Status and points of a result that has checks: the worst of their verdicts, the sum of their
/// points. Checks of time and counters of a task whose answers are wrong lose theirs. What no
/// backend could judge is left out. Notes say so.
void add_up_checks(ExerciseResult& result, const course::Points& points);

/// Takes back the note that some points are left out.
void forget_left_out(ExerciseResult& result);

/// Points by the rules of `exercise`, whatever rules held when it was judged. A timing check whose
/// ratio is known passes or is slow by the thresholds of now.
void score_result(ExerciseResult& result, const course::Exercise& exercise);

}  // namespace warpschool::grader
