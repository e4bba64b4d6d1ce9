// Which row of a gradebook is whose.
#pragma once

#include "intake/roster.hpp"
#include "result/class_result.hpp"

#include <map>
#include <string>
#include <vector>

namespace warpschool::grader {

struct MatchedPeople {
  std::map<int, const StudentResult*> by_line;  ///< line of the gradebook -> student
  std::vector<std::string> unmatched;           ///< students without a row, or with several
  std::vector<std::string> ungraded;            ///< rows without a student
};

/// As intake matches: ids, numbers, login, e-mail, name. Where two rows may be meant, or two
/// students mean one row, none is taken; but who matches by the name alone gives way.
/// @param roster says more of the class's ids; may be null
MatchedPeople match_people(const intake::Roster& gradebook, const ClassResult& result,
                           const intake::Roster* roster);

}  // namespace warpschool::grader
