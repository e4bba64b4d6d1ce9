// What the judges of the backends say, and the one result that follows from it.
#pragma once

#include "pipeline/manifest.hpp"
#include "result/class_result.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// One judge's result file, read.
struct Answer {
  std::string backend;
  std::string device;
  bool complete = false;  ///< every check that was declared has reported
  std::vector<CheckResult> checks;
  std::vector<std::string> notes = {};  ///< of all checks, each once
};

/// Reads what `--result` wrote. Anything unexpected is a diagnostic: a half-written answer is none.
Result<Answer> read_answer(const std::string& text, const std::string& backend);

/// What other judges want to know of it: device and reference times, as JSON. Empty if there are
/// none.
std::string reference_part(const std::string& text);

/// Puts the answers together: of a check that several backends judged, the worse verdict and the
/// smaller points. Checks that no backend could judge stay "skipped" and cost nothing. Fills
/// status, points, checks and notes.
void merge_answers(const std::vector<Answer>& answers, const course::Exercise& exercise,
                   ExerciseResult& result);

}  // namespace warpschool::grader
