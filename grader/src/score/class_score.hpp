// A class's points from its verdicts, the calendar and what people added: one pure function, so
// that nothing has to run again when points, dates or policies change.
#pragma once

#include "result/class_result.hpp"
#include "score/remark.hpp"
#include "warpschool/course/policy.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::grader {

/// When work was handed in, by (student, exercise).
using Arrivals = std::map<std::pair<std::string, std::string>, course::Time>;

/// All that points depend on besides verdicts and remarks.
struct ScoreRules {
  course::Course course;
  course::Policy policy;
  course::Time as_of;         ///< what is due later counts neither for nor against
  bool as_of_chosen = false;  ///< somebody named it; else it was the time of grading
  Arrivals handed_in;
};

/// The policy that holds: the term's, else the course's; nothing where lateness costs nothing.
const course::LatePolicy& late_policy(const ScoreRules& rules);

/// Gives every result of `result` its points and every student the totals. What was scored before
/// is scored anew. Exercises that the course no longer has keep the points they were judged with.
void score_class(ClassResult& result, const ScoreRules& rules, const std::vector<Remark>& remarks);

}  // namespace warpschool::grader
