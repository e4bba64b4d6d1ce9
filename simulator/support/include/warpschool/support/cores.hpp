// How many processors this process may use.
#pragma once

#include <algorithm>
#include <sched.h>
#include <thread>

namespace warpschool {

/// Processors that taskset, a batch system or a container has left to this process (sched(7),
/// "affinity"), at least 1. std::thread::hardware_concurrency() counts those of the whole machine.
inline unsigned usable_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const int count = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
  return count > 0 ? static_cast<unsigned>(count)
                   : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace warpschool
