// What the host has written of managed memory, as far as the system knows it: whole pages.
#pragma once

#include "warpschool/sim/memory.hpp"

namespace warpschool::sim::runtime {

/// Before a launch: pages of managed blocks which the process has touched since they were made
/// count as written, in all their bytes. Where the system does not tell (proc(5),
/// /proc/pid/pagemap), and after the first launches that found any other, all do.
void mark_what_the_host_touched(Memory& memory);

}  // namespace warpschool::sim::runtime
