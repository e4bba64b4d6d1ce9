// Thresholds of course.yaml against ratios that were measured.
#pragma once

#include "result/class_result.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// A timing rule on one backend with the ratio that a submission reached.
struct MeasuredRule {
  int task = 0;
  std::string backend;
  course::TimingOn on;
  double ratio = 0;
};

/// The timing checks of a result that measured something.
std::vector<MeasuredRule> measured_rules(const course::Exercise& exercise,
                                         const ExerciseResult& result);

/// 0.75 of a ratio, rounded down to two digits: 65.8 -> 49, 1.94 -> 1.4.
double proposed_threshold(double ratio);

/// "task 2 on sim: the model answer's ratio is 65.8, full points from 40 on (0.61 of it); at most
/// 49"
std::string describe(const MeasuredRule& rule);

/// Thresholds above 0.75 of the model answer's ratio, and differences not worth points. `file` is
/// course.yaml's name.
Diagnostics check_thresholds(const std::vector<MeasuredRule>& rules, const std::string& file);

}  // namespace warpschool::grader
