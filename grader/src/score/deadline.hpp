// When work was due for one student, and what its being late costs.
#pragma once

#include "result/class_result.hpp"
#include "warpschool/course/policy.hpp"

#include <optional>
#include <string>

namespace warpschool::grader {

/// A due date as it holds for one student.
struct DueDate {
  course::Time at;
  std::string text;  ///< as it is written where nobody extended it, else in UTC
};

/// The term's date, else the course's; the latest of the student's extensions, if there is one.
/// An empty student has none.
std::optional<DueDate> due_date(const course::Exercise& exercise, const course::Policy& policy,
                                const std::string& student);

/// Days begun between the due date and `handed_in`; 0 within the grace.
unsigned days_late(course::Time handed_in, course::Time due, const course::LatePolicy& late);

/// After the latest moment: nothing counts.
bool is_too_late(course::Time handed_in, course::Time due, const course::LatePolicy& late);

/// Of `won` points, when `days` are neither excused nor paid for by late days.
double points_lost(double won, unsigned days, const course::LatePolicy& late);

/// "Late work loses 10 % of its points a day ...": for reports. Empty if lateness costs nothing.
std::string explain(const course::LatePolicy& late);

}  // namespace warpschool::grader
