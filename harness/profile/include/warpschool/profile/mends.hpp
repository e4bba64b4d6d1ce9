// The one thing most worth trying where code is slower than it should be: for a student's screen,
// which has room for one.
#pragma once

#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/run_report.hpp"

#include <optional>

namespace warpschool::profile {

/// What costs most of the time of a call, with the number that shows it, and what to try. Nothing
/// where no number shows a mistake: what is slow may be an honest way that another way beats.
/// @param report of a question, with the counters of its launches; lines are not needed
/// @param timed_us what the call took
std::optional<Limit> mend_of(const Report& report, double timed_us);

}  // namespace warpschool::profile
