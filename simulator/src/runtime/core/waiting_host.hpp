// Host code that waits for the answer of a kernel which was stopped.
#pragma once

namespace warpschool::sim::runtime {

/// From now on: if the program computes (or looks and sleeps in turn) for kPatienceSeconds
/// (host_activity.hpp) without a call of the API, it is told so and ended with
/// exit(kFaultExitStatus). For programs whose kernel was stopped while it spoke with the host
/// through pinned memory. The kernel's next answer never comes, and a loop of the host that waits
/// for it would never end.
void end_if_host_waits_in_vain();

}  // namespace warpschool::sim::runtime
