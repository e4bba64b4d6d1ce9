// Lists of the class page about people: who handed in nothing, who was late, whom a person gave
// points, who got further from one submission to the next.
#pragma once

#include "report/templates.hpp"
#include "result/class_result.hpp"

namespace warpschool::grader::report {

/// Where a student's page lies, seen from the class page.
std::string page_link(const StudentResult& student);

/// Students who have handed in nothing, neither of what is due nor of what comes later.
List absent_rows(const ClassResult& result);

/// Students whose files no exercise asks for, or could not be read, with what is said of them.
List uncounted_rows(const ClassResult& result);

/// Files that were graded though their names are not those that were asked for.
List renamed_rows(const ClassResult& result);

/// Who handed in late, also where it costs nothing.
List late_rows(const ClassResult& result);

/// Points that a person gave instead of those that were computed.
List by_hand_rows(const ClassResult& result);

enum class Change { kBetter, kWorse };

/// Whose work that counts has more, or fewer, points than the first of theirs that was judged.
/// What lateness cost is no part of it.
List changed_rows(const ClassResult& result, Change change);

}  // namespace warpschool::grader::report
