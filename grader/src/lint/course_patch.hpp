// New thresholds for course.yaml as a patch: only the numbers change, comments and layout stay.
#pragma once

#include "warpschool/course/course.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

struct Proposal {
  course::Place place;  ///< of the number that is there
  double full_at = 0;   ///< 0: the number stays
  std::string backend;  ///< "gpu": a comment that it is still to be measured there goes
};

/// The text with the numbers at these places replaced. What does not stand where a number should is
/// left alone.
std::string with_thresholds(const std::string& yaml, const std::vector<Proposal>& proposals);

/// What `patch -p1` and `git apply` take; empty if nothing differs. Both texts have the same number
/// of lines.
std::string unified_diff(const std::string& name, const std::string& before,
                         const std::string& after);

}  // namespace warpschool::grader
