// The handler of memory faults in host code.
#pragma once

#include <cstddef>

namespace warpschool::sim::runtime {

/// Installs the handler of memory faults, before one of the program's own. Again before each launch
/// that needs it: the program may have put its own in the place.
void watch_host_accesses();
/// Lets abort() and the like leave time for a report.
void watch_deadly_signals();

/// memmove between host memory that the program named and memory of the runtime; false if a side
/// cannot be read or written (what was copied until then stays).
bool copy_guarded(void* to, const void* from, std::size_t bytes);

}  // namespace warpschool::sim::runtime
